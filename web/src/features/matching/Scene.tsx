import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName } from "#/ui/Art/drawings.tsx";
import { cx } from "#/ui/cx.ts";
import styles from "./Scene.module.css";

/** From the back to the front: three lie side by side, and three more come to lie on them. */
const SHEETS: ArtName[] = ["hat", "comb", "spanner", "tray", "keys", "whisk"];

/** Sheets of paper, one more on the table at each message. Decoration: the status says the same in words. */
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
