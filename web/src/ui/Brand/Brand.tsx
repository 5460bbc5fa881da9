import { productName } from "#/platform/product.ts";
import { Mark } from "./Mark.tsx";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import styles from "./Brand.module.css";

/** The product's name and logo, linked to the home page. */
export function Brand() {
  return (
    <AppLink href="/" className={styles.brand}>
      <Mark />
      {productName()}
    </AppLink>
  );
}
