import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Empty.module.css";

export type EmptyTexts = {
  title: ReactNode;
  text?: ReactNode;
  /** 1 if this is the whole screen: then it is left-aligned and larger. */
  level?: 1 | 2 | 3;
  /** The action. */
  children?: ReactNode;
};

/** An empty state with any illustration. */
export function EmptyLayout({ art, title, text, level = 2, children }: EmptyTexts & { art: ReactNode }) {
  const whole = level === 1;
  return (
    <div className={cx(styles.empty, whole && styles.whole)}>
      {art}
      <Heading level={level}>{title}</Heading>
      {text && (
        <Text size={whole ? "lead" : "body"} quiet>
          {text}
        </Text>
      )}
      {children}
    </div>
  );
}
