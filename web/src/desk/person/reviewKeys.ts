import type { KeyGroup } from "#/desk/keys/KeysDialog.tsx";
import { m } from "#/messages.gen/messages.js";

/** The keys of the page on which answers are watched and rated. */
export const REVIEW_KEYS: KeyGroup = {
  title: m.desk_person_answers,
  keys: [
    { keys: ["Space"], name: m.desk_person_keys_play },
    { keys: ["←", "→"], name: m.desk_person_keys_seconds },
    { keys: ["/"], name: m.desk_person_keys_find },
    { keys: ["[", "]"], name: m.desk_person_keys_answer },
    { keys: ["1–5"], name: m.desk_person_keys_level },
    { keys: ["Enter"], name: m.desk_person_keys_save },
    { keys: ["J", "K"], name: m.desk_person_keys_person },
    { keys: ["?"], name: m.desk_list_all_keys },
  ],
};

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
