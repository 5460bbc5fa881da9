import { Pause, Play } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName } from "#/ui/Art/drawings.tsx";
import { cx } from "#/ui/cx.ts";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./EmployerStrip.module.css";

type Employer = { name: string; art: ArtName; letters?: "thin" | "black" | "caps" };

/** Invented names, marked as samples on the page. Not translated. */
const EMPLOYERS: Employer[] = [
  { name: "Hotel Marmalade", art: "tray", letters: "thin" },
  { name: "Two Spoons Diner", art: "whisk", letters: "black" },
  { name: "Hammer & Daughter", art: "hat", letters: "caps" },
  { name: "The Porch Light Inn", art: "bell" },
  { name: "Curl Up Salon", art: "comb", letters: "caps" },
  { name: "Gym Dandy", art: "barbell", letters: "black" },
  { name: "Wrench & Sons", art: "spanner", letters: "thin" },
  { name: "Good Egg Cafe", art: "tray" },
];

/** A scrolling strip of employers below the horizon, 15 seconds per loop. One checkbox stops all motion on the page. */
export function EmployerStrip() {
  return (
    <section aria-labelledby="trusted" className={styles.trusted}>
      <div className={styles.head}>
        <div>
          <h2 id="trusted" className={styles.title}>
            {m.landing_trusted()}
          </h2>
          <Text size="small" quiet>
            {m.landing_trusted_note()}
          </Text>
        </div>
        <label className={styles.pause}>
          <input type="checkbox" aria-label={m.landing_pause()} className={styles.box} />
          <Icon as={Pause} size="s" className={styles.moving} />
          <Icon as={Play} size="s" className={styles.still} />
        </label>
      </div>
      <div className={styles.window}>
        <div className={styles.strip}>
          <Employers />
          <Employers again />
        </div>
      </div>
    </section>
  );
}

/** One copy of the strip. The second copy only fills the gap behind the first, so it is hidden from screen readers. */
function Employers({ again = false }: { again?: boolean }) {
  return (
    <ul translate="no" aria-hidden={again || undefined} className={cx(styles.employers, again && styles.again)}>
      {EMPLOYERS.map(({ name, art, letters }) => (
        <li key={name} className={cx(styles.employer, letters && styles[letters])}>
          <Art name={art} className={styles.art} />
          {name}
        </li>
      ))}
    </ul>
  );
}
