import type { ComponentPropsWithRef, MouseEvent } from "react";
import { AppLink, type LinkProps } from "#/ui/AppLink/AppLink.tsx";
import { cx } from "#/ui/cx.ts";
import styles from "./Button.module.css";

type Look = {
  variant?: "primary" | "second";
  size?: "small" | undefined;
  /** As wide as its column; "phone" limits that to below 900 px. */
  full?: boolean | "phone";
};
type ActionProps = Look &
  ComponentPropsWithRef<"button"> & {
    href?: undefined;
    outside?: undefined;
    /** The request is pending: ignores presses, and shows a spinner next to the label. Keeps the focus. */
    busy?: boolean;
  };
type PlaceProps = Look & LinkProps;

/** The main action of a screen. With `href` or `outside` it is a link that looks the same. */
export function Button({ variant = "primary", size, full, className, ...rest }: ActionProps | PlaceProps) {
  const names = cx(
    styles.button,
    variant === "second" && styles.second,
    size && styles[size],
    full === true && styles.full,
    full === "phone" && styles.fullOnPhone,
    className,
  );
  if (rest.href !== undefined || rest.outside !== undefined) return <AppLink {...rest} className={names} />;
  const { busy = false, type = "button", onClick, children, ...button } = rest;
  // A disabled button loses the focus; this one only ignores presses, including Enter in a field.
  const off = busy || button["aria-disabled"] === true;
  const press = off ? (event: MouseEvent) => event.preventDefault() : onClick;
  return (
    <button {...button} type={type} onClick={press} aria-disabled={off || undefined} aria-busy={busy || undefined} className={names}>
      {children}
    </button>
  );
}
