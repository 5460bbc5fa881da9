/** Returns how to speak of a colleague: the first of two words; nobody can tell where a given name ends in longer names. */
export function salutation(name: string): string {
  const [first = "", ...rest] = name.trim().split(/\s+/);
  return rest.length === 1 ? first : name.trim();
}
