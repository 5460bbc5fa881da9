import type { ReactNode } from "react";
import type { AppPath } from "#/platform/paths.ts";
import { productName } from "#/platform/product.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import styles from "./Brand.module.css";

/** The product's name and logo, linked to the first page of a side. `children` follow the name. */
export function Brand({ href = "/", children }: { href?: AppPath; children?: ReactNode }) {
  return (
    <AppLink href={href} className={styles.brand}>
      <Mark />
      {productName()}
      {children}
    </AppLink>
  );
}

/** The logo: the sun on the horizon. */
export function Mark() {
  return (
    <svg viewBox="0 2 28 28" aria-hidden="true" className={styles.mark}>
      <path className={styles.sun} d="M4 18a10 10 0 0 1 20 0z" />
      <rect className={styles.horizon} x="2" y="20" width="24" height="4" rx="2" />
    </svg>
  );
}
