import { Tooltip as Parts } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import styles from "./Tooltip.module.css";

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Around the controls that have tooltips: after the first one, the next open at once for 300 ms. */
export function TooltipGroup({ children }: { children: ReactNode }) {
  return (
    <Parts.Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Parts.Provider>
  );
}

type TooltipProps = {
  text: string;
  /** One control that takes a ref: a button or a link. */
  children: ReactElement;
};

/** A few more words on a control, after 700 ms under the pointer or at once with the keyboard. Touch never needs it. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Parts.Root>
      <Parts.Trigger asChild>{children}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content sideOffset={8} collisionPadding={8} className={styles.tip}>
          {text}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
