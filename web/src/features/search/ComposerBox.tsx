import { ArrowUp } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { useReducedMotion } from "#/platform/motion.ts";
import { usePasteLimit } from "#/ui/Field/usePasteLimit.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import type { Composer, ComposerAction } from "./composer.ts";
import styles from "./ComposerBox.module.css";

/** The server's maximum length of a job search. */
const MAX_LENGTH = 500;

interface ComposerBoxProps {
  composer: Composer;
  dispatch: (action: ComposerAction) => void;
  canSend: boolean;
  /** What was understood of the text. */
  children?: ReactNode;
}

/** The text box of the job search form. Focus or a key press stops the demo. */
export function ComposerBox({ composer, dispatch, canSend, children }: ComposerBoxProps) {
  const inDemo = composer.kind === "demo";
  const still = useReducedMotion();
  const { refused, on } = usePasteLimit();
  return (
    <div className={styles.place}>
      <div className={styles.composer} {...on}>
        <textarea
          className={styles.text}
          aria-label={m.search_label()}
          placeholder={inDemo ? "" : m.search_sample()}
          maxLength={MAX_LENGTH}
          enterKeyHint="send"
          value={inDemo ? "" : composer.text}
          onFocus={() => inDemo && dispatch({ type: "stop" })}
          onChange={(event) => dispatch({ type: "write", text: event.target.value })}
          onKeyDown={sendOnEnter}
        />
        {inDemo && (
          <p className={styles.demo} aria-hidden="true">
            {m.search_sample().slice(0, composer.typed)}
            <i className={styles.caret} />
          </p>
        )}
        {refused && <p role="alert">{refused}</p>}
        <div className={styles.bar}>
          {inDemo || !still ? (
            <TextLink onClick={() => dispatch({ type: inDemo ? "stop" : "restart" })}>{inDemo ? m.search_demo_skip() : m.search_demo_show()}</TextLink>
          ) : (
            <span />
          )}
          <button type="submit" className={styles.send} disabled={!canSend} aria-label={m.search_send()}>
            <Icon as={ArrowUp} />
          </button>
        </div>
      </div>
      <div className={styles.answer}>{children}</div>
    </div>
  );
}

/** Enter submits, as in a chat; Shift+Enter inserts a line break. */
function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  // Safari before 16 has no requestSubmit.
  event.currentTarget.form?.querySelector<HTMLButtonElement>("[type=submit]")?.click();
}
