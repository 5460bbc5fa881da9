import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { m } from "#/messages.gen/messages.js";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Question.module.css";

interface QuestionProps {
  title: string;
  hint?: string;
  /** The answer comes from the job search: say so, because nobody gave it here. */
  offered?: boolean;
  /** The error message for the answer. */
  error?: string | undefined;
  children: ReactNode;
}

/** One question with its answers. The group has the hint and the error. */
export function Question({ title, hint, offered = false, error, children }: QuestionProps) {
  const id = useId();
  return (
    <fieldset className={styles.question} aria-describedby={cx(hint && `${id}-hint`, offered && `${id}-offered`, error && `${id}-error`) || undefined}>
      <legend className={styles.title}>{title}</legend>
      {hint && (
        <Text quiet id={`${id}-hint`} className={styles.hint}>
          {hint}
        </Text>
      )}
      {offered && (
        <Text size="small" id={`${id}-offered`} className={styles.offered}>
          {m.questions_offered()}
        </Text>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon as={CircleAlert} size="s" />
          {error}
        </p>
      )}
      <div className={styles.options}>{children}</div>
    </fieldset>
  );
}
