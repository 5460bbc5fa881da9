import type { Key, KeyGroup } from "#/desk/keys/KeysDialog.tsx";
import { SHEET_KEYS } from "#/desk/keys/KeysDialog.tsx";
import { useShortcutsOn } from "#/desk/useShortcuts.ts";
import { m } from "#/messages.gen/messages.js";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./ApplicationsPage.module.css";

const MOVE: Key = { keys: ["J", "K"], name: m.desk_list_key_move };
const OPEN: Key = { keys: ["Enter"], name: m.desk_list_key_open };
const SEARCH: Key = { keys: ["/"], name: m.desk_list_key_search };
const HELP: Key = { keys: ["?"], name: m.desk_list_all_keys };
const STAGE: Key = { keys: ["S"], name: m.desk_list_stage };
const SELECT: Key = { keys: ["X"], name: m.desk_list_key_select };
const TOGETHER: readonly Key[] = [
  { keys: ["I"], name: m.desk_decide_invite },
  { keys: ["A"], name: m.desk_decide_ask },
];
const DECIDE: readonly Key[] = [...TOGETHER, { keys: ["D"], name: m.desk_decide_decline }, { keys: ["U"], name: m.desk_list_key_undo }];

const FILLED: Key = { keys: ["F"], name: m.desk_list_bulk_close };
const CLEAR: Key = { keys: ["Esc"], name: m.desk_list_key_clear };

const SHOWN: KeyGroup = {
  title: m.desk_list_keys_list,
  keys: [
    MOVE,
    OPEN,
    { keys: ["]", "["], name: m.desk_list_key_page },
    SEARCH,
    { keys: ["1–9"], name: m.desk_list_key_view },
    STAGE,
    { keys: ["P"], name: m.desk_list_job },
    { keys: ["L"], name: m.desk_list_location },
    { keys: ["W"], name: m.desk_list_member },
    { keys: ["C"], name: m.desk_list_clear_filters },
    { keys: ["O"], name: m.desk_list_sort },
    HELP,
  ],
};

const DECIDING: KeyGroup = {
  title: m.desk_list_keys_people,
  keys: [SELECT, { keys: ["*"], name: m.desk_list_key_all }, ...DECIDE, FILLED, CLEAR],
};

/** All keys of the list, for members who decide and for those who read. */
export const allKeys = (mayDecide: boolean): readonly KeyGroup[] => (mayDecide ? [SHOWN, DECIDING, SHEET_KEYS] : [SHOWN]);

/** The keys that are used most, from 900 px; with a selection, those that act on it. Nothing if the member switched them off. */
export function KeysBar({ mayDecide, selects }: { mayDecide: boolean; selects: boolean }) {
  if (!useShortcutsOn()) return null;
  const shown = mayDecide ? [MOVE, SELECT, OPEN, ...(selects ? [...TOGETHER, FILLED, CLEAR] : DECIDE), STAGE, SEARCH, HELP] : [MOVE, OPEN, STAGE, SEARCH, HELP];
  return (
    <div role="region" aria-label={m.desk_list_all_keys()} className={styles.keysBar}>
      <Wide>
        <ul>
          {shown.map(({ keys, name }) => (
            <li key={name()}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
              {name()}
            </li>
          ))}
        </ul>
      </Wide>
    </div>
  );
}
