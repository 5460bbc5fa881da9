import { useLayoutEffect, useRef } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "../Button/Button.tsx";
import { Text } from "../Text/Text.tsx";
import styles from "./HeardText.module.css";

type HeardTextProps = {
  text: string;
  /** The transcript. Marks are shown only while it is the text. */
  passages: readonly { text: string; degree: "heard" | "doubtful" | "unclear"; language?: string | null }[];
  /** How surely it was understood, unless the person has written or confirmed it. */
  doubt: "doubtful" | "unclear" | null;
  /** The language that was spoken; null if it is not known. */
  language: string | null;
  /** The answer, for the accessible name of the button. */
  question: string;
  busy?: boolean;
  onConfirm: () => void;
};

/** The text of a spoken answer: what may be wrong is marked, and the person can say that it is right. */
export function HeardText({ text, passages, doubt, language, question, busy = false, onConfirm }: HeardTextProps) {
  const isTranscript = passages.map((one) => one.text).join(" ") === text;
  const isMixed = passages.some((one) => one.language && one.language !== language);
  const parts = isTranscript && (doubt || isMixed) ? passages : [{ text, degree: "heard" as const }];
  const shown = useRef<HTMLParagraphElement>(null);
  const confirmed = useRef(false);
  useLayoutEffect(() => {
    // The button is gone, and the focus with it.
    if (confirmed.current && doubt === null) shown.current?.focus();
    confirmed.current = false;
  }, [doubt]);
  return (
    <>
      <p ref={shown} tabIndex={-1} lang={language ?? undefined} className={styles.text}>
        {parts.map((part, at) => {
          const other = "language" in part && part.language !== language ? (part.language ?? undefined) : undefined;
          const isMarked = doubt !== null && part.degree !== "heard";
          const said = isMarked ? (
            <mark key={at} lang={other}>
              {part.text}
            </mark>
          ) : other ? (
            <span key={at} lang={other}>
              {part.text}
            </span>
          ) : (
            part.text
          );
          return [at > 0 && " ", said];
        })}
      </p>
      {doubt && (
        <div className={styles.doubt}>
          <Text strong>{doubt === "unclear" ? m.ui_heard_unclear() : m.ui_heard_doubtful()}</Text>
          <Button
            variant="second"
            size="small"
            busy={busy}
            aria-label={m.ui_heard_right_named({ question })}
            onClick={() => {
              confirmed.current = true;
              onConfirm();
            }}
          >
            {m.ui_heard_right()}
          </Button>
        </div>
      )}
    </>
  );
}
