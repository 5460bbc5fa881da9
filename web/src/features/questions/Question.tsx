import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Question.module.css";

interface QuestionProps {
  title: string;
  hint?: string;
  /** What is wrong with the answer, in words. */
  error?: string | undefined;
  children: ReactNode;
}

/** One question with its answers. The whole group carries the hint and the error. */
export function Question({ title, hint, error, children }: QuestionProps) {
  const id = useId();
  return (
    <fieldset
      className={styles.question}
      aria-describedby={cx(hint && `${id}-hint`, error && `${id}-error`) || undefined}
    >
      <legend className={styles.title}>{title}</legend>
      {hint && (
        <Text quiet id={`${id}-hint`} className={styles.hint}>
          {hint}
        </Text>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon as={CircleAlert} size="s" />
          {error}
        </p>
      )}
      <Stack gap="xs">{children}</Stack>
    </fieldset>
  );
}
