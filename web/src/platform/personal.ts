/** Stores in memory that belong to the signed-in person, such as decisions that can still be undone. */
const resets = new Set<() => void>();

/** Registers a store: `reset` empties it when another person signs in or the session ends. */
export function forgetWithPerson(reset: () => void): void {
  resets.add(reset);
}

/** Empties all registered stores. */
export function forgetPerson(): void {
  for (const reset of resets) reset();
}
