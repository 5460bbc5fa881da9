import type { LucideIcon } from "lucide-react";
import { cx } from "#/ui/cx.ts";
import styles from "./Icon.module.css";

type IconProps = {
  /** Any icon of lucide-react, imported by name: `<Icon as={Clock} />`. */
  as: LucideIcon;
  /** s 20 px beside small text, m 24 px. */
  size?: "s" | "m";
  /** Said aloud. Without it the icon is decoration, and the words beside it must say the same. */
  label?: string;
  className?: string | undefined;
};

/** A drawn sign in the colour of the text around it. */
export function Icon({ as: Drawing, size = "m", label, className }: IconProps) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return <Drawing {...spoken} className={cx(styles[size], className)} />;
}
