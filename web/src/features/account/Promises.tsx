import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName } from "#/ui/Art/drawings.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Promises.module.css";

const PROMISES: readonly { art: ArtName; say: () => string }[] = [
  { art: "sun", say: m.landing_true_date },
  { art: "bell", say: m.landing_true_person },
  { art: "pad", say: m.landing_true_yours },
];

/** What holds for everybody who applies here, as sheets of paper over the sun next to a form. */
export default function Promises(): ReactNode {
  return (
    <ul aria-label={m.landing_true()} className={styles.promises}>
      {PROMISES.map(({ art, say }) => (
        <Card as="li" key={art} className={styles.promise}>
          <Text strong>{say()}</Text>
          <Art name={art} className={styles.art} />
        </Card>
      ))}
    </ul>
  );
}
