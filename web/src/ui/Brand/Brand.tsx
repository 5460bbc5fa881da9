import { Link } from "wouter";
import { productName } from "#/platform/product.ts";
import { Mark } from "./Mark.tsx";
import styles from "./Brand.module.css";

/** The product's name and logo, linked to the home page. */
export function Brand() {
  return (
    <Link href="/" className={styles.brand}>
      <Mark />
      {productName()}
    </Link>
  );
}
