import { useState } from "react";
import { newKey } from "./keys.ts";

/**
 * Returns a function that gives each content a key of its own, and one that forgets the keys once the content is stored.
 * Resending after a lost reply uses the same key; edited content gets another one.
 */
export function useContentKeys(): [keyOf: (content: string) => string, forget: () => void] {
  const [keys] = useState(() => new Map<string, string>());
  const keyOf = (content: string) => {
    const key = keys.get(content) ?? newKey();
    keys.set(content, key);
    return key;
  };
  return [keyOf, () => keys.clear()];
}
