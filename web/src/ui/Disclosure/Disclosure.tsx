import type { ComponentPropsWithRef, ReactNode, Ref } from "react";
import { cx } from "#/ui/cx.ts";
import styles from "./Disclosure.module.css";

type DisclosureProps = ComponentPropsWithRef<"details"> & {
  label: ReactNode;
  /** What the label is called where it is not enough: of several with the same label. */
  name?: string;
  /** In a line of text of a panel: in its color. */
  plain?: boolean;
  summary?: Ref<HTMLElement>;
};

/** What a label with a plus opens. Open, it has a minus. */
export function Disclosure({ label, name, plain = false, summary, children, ...rest }: DisclosureProps) {
  return (
    <details {...rest}>
      <summary ref={summary} aria-label={name} className={cx(styles.summary, plain && styles.plain)}>
        {label}
      </summary>
      {children}
    </details>
  );
}
