import { CircleAlert, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./Banner.module.css";

type BannerProps = {
  /** plain and danger stand inside a page; ink lies across the top of all. */
  tone: "plain" | "danger" | "ink";
  icon?: LucideIcon;
  /** What happened, in bold on a line of its own. */
  title?: string;
  children?: ReactNode;
};

/** A message that stays until it is over. A danger is announced at once, the others when there is a pause. */
export function Banner({ tone, icon = tone === "danger" ? CircleAlert : Info, title, children }: BannerProps) {
  return (
    <div role={tone === "danger" ? "alert" : "status"} className={cx(styles[tone])}>
      <div className={styles.inside}>
        <Icon as={icon} className={styles.icon} />
        <div className={styles.words}>
          {title && <strong className={styles.title}>{title}</strong>}
          {children}
        </div>
      </div>
    </div>
  );
}
