import type { ComponentPropsWithRef, ReactNode } from "react";
import { AppLink, type LinkProps } from "#/ui/AppLink/AppLink.tsx";
import { cx } from "#/ui/cx.ts";
import styles from "./TextLink.module.css";

type Look = { icon?: ReactNode; /** On its own line, centered. */ center?: boolean; /** To where the person came from. */ back?: boolean };
type ActionProps = Look & ComponentPropsWithRef<"button"> & { href?: undefined; outside?: undefined };
type PlaceProps = Look & LinkProps;

/** A secondary action: underlined text, 48 px high. With `href` or `outside` a link, else a button. */
export function TextLink({ icon, center, back, className, children, ...given }: ActionProps | PlaceProps) {
  const names = cx(styles.link, center && styles.center, back && styles.back, className);
  const inside = (
    <>
      {icon}
      <span className={styles.words}>{children}</span>
    </>
  );
  if (given.href !== undefined || given.outside !== undefined) {
    return (
      <AppLink {...given} className={names}>
        {inside}
      </AppLink>
    );
  }
  return (
    <button type="button" {...given} className={names}>
      {inside}
    </button>
  );
}
