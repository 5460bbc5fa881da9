import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName } from "#/ui/Art/drawings.tsx";
import { cx } from "#/ui/cx.ts";
import styles from "./Scene.module.css";

/** From back to front: three side by side, and three more on top of them. */
const SHEETS: ArtName[] = ["hat", "comb", "spanner", "tray", "bell", "whisk"];

/** Sheets of paper, with another one for each message. Decorative: the status text says the same. */
export function Scene({ dealt }: { dealt: number }) {
  return (
    <div className={styles.scene} aria-hidden="true">
      {SHEETS.map((name, index) => (
        <div key={name} className={cx(styles.sheet, dealt >= index && styles.dealt)}>
          <Art name={name} className={styles.art} />
          <span className={styles.pay} />
          <span className={styles.line} />
        </div>
      ))}
    </div>
  );
}
