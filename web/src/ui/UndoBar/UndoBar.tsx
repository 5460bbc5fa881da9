import type { LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { keepSpaceBelow } from "#/platform/bottomSpace.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./UndoBar.module.css";

interface UndoBarProps {
  /** What the bar is, for assistive technology. */
  label: string;
  icon: LucideIcon;
  title: string;
  detail?: ReactNode;
  /** What is left of the time to undo, from 0 to 1. */
  share: number;
  undo: string;
  /** The key that undoes, if there is one. */
  shortcut?: string | undefined;
  busy: boolean;
  onUndo: () => void;
}

/**
 * What was just done, and Undo while there is time. The last child of `main`: it takes its own space at the bottom edge, and
 * docks move above it, so that it covers nothing.
 */
export function UndoBar({ label, icon, title, detail, share, undo, shortcut, busy, onUndo }: UndoBarProps) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => (bar.current ? keepSpaceBelow(bar.current) : undefined), []);
  return (
    <section ref={bar} aria-label={label} className={styles.place}>
      <div className={styles.bar}>
        <Icon as={icon} className={styles.icon} />
        <div className={styles.words}>
          <Text strong>{title}</Text>
          {detail && (
            <Text size="small" quiet num>
              {detail}
            </Text>
          )}
        </div>
        <Button variant="second" size="small" busy={busy} onClick={onUndo} aria-keyshortcuts={shortcut}>
          {undo}
          {shortcut && (
            <kbd className={styles.key} aria-hidden="true">
              {shortcut}
            </kbd>
          )}
        </Button>
        <span className={styles.left} style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
      </div>
    </section>
  );
}

const SECOND = 1000;

/** The whole seconds until an instant, in milliseconds since 1970; calls back once when it has come. */
export function useSecondsLeft(at: number, onOver: () => void): number {
  const [left, setLeft] = useState(() => secondsUntil(at));
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(secondsUntil(at));
      if (Date.now() < at) return;
      clearInterval(timer);
      over();
    }, SECOND / 4);
    return () => clearInterval(timer);
  }, [at]);
  return left;
}

function secondsUntil(at: number): number {
  return Math.max(0, Math.ceil((at - Date.now()) / SECOND));
}
