import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./Switch.module.css";

interface SwitchProps {
  icon?: LucideIcon;
  label: string;
  detail?: ReactNode;
  on: boolean;
  /** The change is being stored: ignores taps. */
  busy?: boolean;
  onChange: (on: boolean) => void;
}

/** A setting that applies at once. It shows by knob, tick and color whether it is on. */
export function Switch({ icon, label, detail, on, busy = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      {icon && <Icon as={icon} size="s" />}
      <label htmlFor={id} className={styles.words}>
        <b className={styles.label}>{label}</b>
        {detail && (
          <span id={`${id}-detail`} className={styles.detail}>
            {detail}
          </span>
        )}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={on}
        aria-disabled={busy || undefined}
        aria-describedby={detail ? `${id}-detail` : undefined}
        onChange={() => !busy && onChange(!on)}
        className={styles.switch}
      />
    </div>
  );
}
