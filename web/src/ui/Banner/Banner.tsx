import { CircleAlert, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import styles from "./Banner.module.css";

type BannerProps = {
  /** plain and danger are part of a page; ink spans the top of the window. */
  tone: "plain" | "danger" | "ink";
  icon?: LucideIcon;
  /** The title, in bold on its own line. */
  title?: string;
  children?: ReactNode;
};

/** A persistent message. A danger is announced immediately, the others politely. */
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
