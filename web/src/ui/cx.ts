/** Joins class names and leaves out what is not there: `cx(styles.button, full && styles.full)`. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
