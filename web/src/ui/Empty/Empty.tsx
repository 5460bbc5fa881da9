import type { ReactNode } from "react";
import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName } from "#/ui/Art/drawings.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Empty.module.css";

type EmptyProps = {
  art: ArtName;
  title: ReactNode;
  text?: ReactNode;
  /** 1 if this is the whole screen: then it is left-aligned and larger. */
  level?: 1 | 2 | 3;
  /** The action. */
  children?: ReactNode;
};

/** An empty state: what it means, and what to do. */
export function Empty({ art, title, text, level = 2, children }: EmptyProps) {
  const whole = level === 1;
  return (
    <div className={cx(styles.empty, whole && styles.whole)}>
      <Art name={art} size="l" />
      <Heading level={level}>{title}</Heading>
      {text && <Text size={whole ? "lead" : "body"} quiet>{text}</Text>}
      {children}
    </div>
  );
}
