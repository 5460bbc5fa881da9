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
    { keys: ["1–6"], name: m.desk_list_keys_reason },
    { keys: ["Esc"], name: m.desk_list_keys_close },
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
