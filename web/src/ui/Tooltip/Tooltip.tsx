import { Tooltip as Parts } from "radix-ui";
import { type ReactElement, type ReactNode, useState } from "react";
import styles from "./Tooltip.module.css";

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Wraps the controls that have tooltips: after the first one, others open without delay for 300 ms. */
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

/**
 * A short description of a control, after 700 ms on hover or immediately on keyboard focus. Not needed on touch
 * screens.
 */
export function Tooltip({ text, children }: TooltipProps) {
  // Controlled: left to itself, Radix announces the opening to other tooltips so late that this one closes as well.
  const [open, setOpen] = useState(false);
  return (
    <Parts.Root open={open} onOpenChange={setOpen}>
      <Parts.Trigger asChild>{children}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content sideOffset={8} collisionPadding={8} className={styles.tip}>
          {text}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}
