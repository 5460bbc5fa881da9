import { m } from "#/messages.gen/messages.js";
import { Button } from "../Button/Button.tsx";
import { Text } from "../Text/Text.tsx";
import styles from "./HeardText.module.css";

type HeardTextProps = {
  text: string;
  /** The transcript. Marks are shown only while it is the text. */
  passages: readonly { text: string; degree: "heard" | "doubtful" | "unclear" }[];
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
  const parts = doubt && isTranscript ? passages : [{ text, degree: "heard" as const }];
  return (
    <>
      <p lang={language ?? undefined} className={styles.text}>
        {parts.map((part, at) => [at > 0 && " ", part.degree === "heard" ? part.text : <mark key={at}>{part.text}</mark>])}
      </p>
      {doubt && (
        <div className={styles.doubt}>
          <Text strong>{doubt === "unclear" ? m.ui_heard_unclear() : m.ui_heard_doubtful()}</Text>
          <Button variant="second" size="small" busy={busy} aria-label={m.ui_heard_right_named({ question })} onClick={onConfirm}>
            {m.ui_heard_right()}
          </Button>
        </div>
      )}
    </>
  );
}
