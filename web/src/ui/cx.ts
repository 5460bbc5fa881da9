/** Joins class names and leaves out what is not there: `cx(styles.button, full && styles.full)`. */
export function cx(...names: (string | false | 0 | 0n | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
