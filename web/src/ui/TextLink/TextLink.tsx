import type { ComponentPropsWithRef, ReactNode } from "react";
import { Link } from "wouter";
import { cx } from "#/ui/cx.ts";
import styles from "./TextLink.module.css";

type Look = { icon?: ReactNode; /** On its own line, centered. */ center?: boolean };
type ActionProps = Look & ComponentPropsWithRef<"button"> & { href?: undefined };
type PlaceProps = Look & Omit<ComponentPropsWithRef<"a">, "href"> & { href: string; /** A page of the server, outside of the app. */ served?: boolean };

/** A secondary action: underlined text, 48 px high. With `href` a link, without one a button. */
export function TextLink({ icon, center = false, className, children, ...given }: ActionProps | PlaceProps) {
  const names = cx(styles.link, center && styles.center, className);
  const inside = (
    <>
      {icon}
      <span className={styles.words}>{children}</span>
    </>
  );
  if (given.href !== undefined) {
    const { served = false, href, ...rest } = given;
    return served ? (
      <a {...rest} href={href} className={names}>
        {inside}
      </a>
    ) : (
      <Link {...rest} href={href} className={names}>
        {inside}
      </Link>
    );
  }
  return (
    <button type="button" {...given} className={names}>
      {inside}
    </button>
  );
}
