import type { ComponentPropsWithRef } from "react";
// eslint-disable-next-line no-restricted-imports
import { Link } from "wouter";
import type { OutsideAddress } from "#/platform/outside.ts";
import type { AppPath } from "#/platform/paths.ts";

type Anchor = Omit<ComponentPropsWithRef<"a">, "href">;

/** Where a link leads: to a page of the app, or out of it. Never a bare string, which the router would take for a page. */
type Target =
  | { href: AppPath; outside?: undefined }
  /** Left to the browser: another site, a page of the server, a file, or an address such as "webcal:" or "mailto:". */
  | { href?: undefined; outside: OutsideAddress };

export type LinkProps = Anchor & Target;

/** A link without a look. The router opens pages of the app; the browser opens everything else. */
export function AppLink({ href, outside, ...rest }: LinkProps) {
  // eslint-disable-next-line no-restricted-syntax
  return outside === undefined ? <Link {...rest} href={href} /> : <a {...rest} href={outside} />;
}
