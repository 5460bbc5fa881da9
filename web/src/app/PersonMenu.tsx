import { useRef } from "react";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, usePath } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { cx } from "#/ui/cx.ts";
import barStyles from "#/ui/page/Bar.module.css";
import styles from "./PersonMenu.module.css";

const LINKS: readonly [href: AppPath, title: () => string][] = [
  ["/profile", m.profile_page],
  ["/interviews", m.dashboard_interviews_page],
  ["/your-data", m.privacy_page],
];

type PersonMenuProps = { name: string; /** Called after a link was followed. In the drawer, where the links are open. */ onLeave?: (() => void) | undefined };

/** The person's own pages behind their name. It closes on Escape, and when the focus or a tap goes elsewhere. */
export default function PersonMenu({ name, onLeave }: PersonMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const path = usePath();
  const close = () => menu.current?.removeAttribute("open");
  const links = LINKS.map(([href, title]) => (
    <AppLink key={href} href={href} onClick={onLeave ?? close} aria-current={path === href ? "page" : undefined} className={barStyles.navLink}>
      {title()}
    </AppLink>
  ));
  if (onLeave) {
    return (
      <>
        <span>{name}</span>
        {links}
      </>
    );
  }
  return (
    <details
      ref={menu}
      className={styles.menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== "Escape" || !currentTarget.open) return;
        close();
        currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary className={cx(barStyles.navLink, styles.name)}>
        <span className={styles.text}>{name}</span>
      </summary>
      <div className={styles.panel}>{links}</div>
    </details>
  );
}
