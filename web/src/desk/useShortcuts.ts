import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { deskSessionQuery } from "#/api/deskSession.queries.ts";
import { onShortcut } from "#/platform/keyboard.ts";

/** What each key does, by `KeyboardEvent.key`; letters in lower case. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Runs an action when its key is pressed. Keys do nothing while a text field has the focus, and if the member switched
 * shortcuts off. Pass `active: false` while a dialog is open that has shortcuts of its own.
 */
export function useShortcuts(shortcuts: Shortcuts, { active = true }: { active?: boolean } = {}): void {
  const wanted = useShortcutsOn() && active;
  const run = useEffectEvent((key: string) => {
    const action = Object.hasOwn(shortcuts, key) ? shortcuts[key] : undefined;
    action?.();
    return action !== undefined;
  });
  useEffect(() => (wanted ? onShortcut((key) => run(key)) : undefined), [wanted]);
}

/** Whether the member uses shortcuts: for hints that name the keys. */
export function useShortcutsOn(): boolean {
  const { data } = useQuery({ ...deskSessionQuery, enabled: false });
  return data?.state === "signed-in" ? data.desk.member.shortcuts : true;
}
