/** Joins class names and skips falsy values: `cx(styles.button, full && styles.full)`. */
export function cx(...names: (string | false | 0 | 0n | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
