import { keepLanguage } from "#/session/user.ts";
import { m } from "#/messages.gen/messages.js";
import { chooseLanguage } from "#/platform/language.ts";
import { leaveWithoutAsking } from "../browser/leaving.ts";
import styles from "./InterviewShell.module.css";

/** Timeout for storing the choice on the server, in milliseconds. This browser remembers it in any case. */
const MAX_WAIT = 2_000;

/** Switches to the other language, named in that language. The page reloads and continues at the same question. */
export function LanguageSwitch() {
  const other = m.ui_locale().startsWith("es") ? "en" : "es";
  const choose = async () => {
    leaveWithoutAsking();
    await Promise.race([keepLanguage(other), new Promise((resolve) => setTimeout(resolve, MAX_WAIT))]);
    chooseLanguage(other);
  };
  return (
    <button type="button" lang={other} onClick={() => void choose()} className={styles.way}>
      {m.shell_other_language()}
    </button>
  );
}
