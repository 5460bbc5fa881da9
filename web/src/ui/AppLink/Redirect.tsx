// eslint-disable-next-line no-restricted-imports
import { Redirect as RouterRedirect } from "wouter";
import type { AppPath } from "#/platform/paths.ts";

/** Opens a page of the app in place of this one. */
export function Redirect({ to }: { to: AppPath }) {
  return <RouterRedirect replace to={to} />;
}
