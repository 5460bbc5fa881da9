import type { ComponentPropsWithRef, ReactNode } from "react";
import { Link } from "wouter";
import { cx } from "#/ui/cx.ts";
import styles from "./TextLink.module.css";

type Look = { icon?: ReactNode; /** On its own line, centered. */ center?: boolean };
type ActionProps = Look & ComponentPropsWithRef<"button"> & { href?: undefined };
type PlaceProps = Look & Omit<ComponentPropsWithRef<"a">, "href"> & { href: string };

/** A secondary action: underlined text, 48 px high. With `href` a link, without one a button. */
export function TextLink({ icon, center = false, className, children, ...rest }: ActionProps | PlaceProps) {
  const names = cx(styles.link, center && styles.center, className);
  const inside = (
    <>
      {icon}
      <span className={styles.words}>{children}</span>
    </>
  );
  if (rest.href !== undefined) {
    return (
      <Link {...rest} href={rest.href} className={names}>
        {inside}
      </Link>
    );
  }
  return (
    <button type="button" {...rest} className={names}>
      {inside}
    </button>
  );
}
