/** Returns the employer and the place of a job: one employer has the same title in several places. */
export function formatWhere(employer: string | undefined, place: string | null | undefined): string {
  return [employer, place].filter(Boolean).join(", ");
}
