import { REASONS } from "#/desk/decide/words.ts";
import { m } from "#/messages.gen/messages.js";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import styles from "./Keys.module.css";

/** One key, or several that do the same in two directions, and what they do. */
export type Key = { keys: readonly string[]; name: () => string };

export type KeyGroup = { title: () => string; keys: readonly Key[] };

/** The keys of the sheets in which decisions are made, on every page that opens them. */
export const SHEET_KEYS: KeyGroup = {
  title: m.desk_list_keys_sheet,
  keys: [
    { keys: ["Ctrl", "Enter"], name: m.desk_list_keys_send },
    { keys: [`1–${REASONS.length}`], name: m.desk_list_keys_reason },
    { keys: ["Esc"], name: m.desk_list_keys_close },
  ],
};

/** The keys that lead from one person to the next, and back to the list. */
export const PERSON_KEYS: readonly Key[] = [
  { keys: ["J", "K"], name: m.desk_person_keys_person },
  { keys: ["L"], name: m.desk_list_keys_list },
  { keys: ["?"], name: m.desk_list_all_keys },
];

/** The keys that open the sheet to decide. */
export const DECIDE_KEYS: KeyGroup = {
  title: m.desk_list_keys_people,
  keys: [
    { keys: ["I"], name: m.desk_decide_invite },
    { keys: ["A"], name: m.desk_decide_ask },
    { keys: ["D"], name: m.desk_decide_decline },
    { keys: ["U"], name: m.desk_list_key_undo },
  ],
};

/** All keys of a page. */
export function KeysDialog({ groups, open, onClose }: { groups: readonly KeyGroup[]; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={m.desk_list_all_keys()}>
      <Stack gap="l">
        {groups.map(({ title, keys }) => (
          <Stack key={title()} gap="s">
            <Heading level={3}>{title()}</Heading>
            <dl className={styles.keys}>
              {keys.map(({ keys: pressed, name }) => (
                <div key={name()} className={styles.pair}>
                  <dt>
                    {pressed.map((key) => (
                      <kbd key={key} className={styles.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{name()}</dd>
                </div>
              ))}
            </dl>
          </Stack>
        ))}
      </Stack>
    </Dialog>
  );
}
