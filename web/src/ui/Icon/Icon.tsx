import type { LucideIcon } from "lucide-react";
import { cx } from "#/ui/cx.ts";
import styles from "./Icon.module.css";

type IconProps = {
  /** Any icon of lucide-react, imported by name: `<Icon as={Clock} />`. */
  as: LucideIcon;
  /** s 20 px next to small text, m 24 px. */
  size?: "s" | "m";
  /** The accessible name. Without it the icon is decorative, and adjacent text must say the same. */
  label?: string;
  className?: string | undefined;
};

/** An icon in the color of the surrounding text. */
export function Icon({ as: Drawing, size = "m", label, className }: IconProps) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return <Drawing {...spoken} className={cx(styles[size], className)} />;
}
