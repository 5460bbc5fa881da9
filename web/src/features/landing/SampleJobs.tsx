import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName } from "#/ui/Art/drawings.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./SampleJobs.module.css";

type Sample = { art: ArtName; low: number; high: number; title: () => string; detail: () => string };

/** Sample jobs, marked as such on the page: pay in US dollars per hour. */
const SAMPLES: Sample[] = [
  { art: "whisk", low: 19, high: 24, title: m.landing_cook_title, detail: m.landing_cook_detail },
  { art: "hat", low: 22, high: 29, title: m.landing_builder_title, detail: m.landing_builder_detail },
  { art: "bell", low: 18, high: 22, title: m.landing_desk_title, detail: m.landing_desk_detail },
];

/** Three slightly tilted sheets of paper that float out of phase. */
export function SampleJobs() {
  return (
    <div className={styles.samples}>
      <ul aria-label={m.landing_jobs_label()} className={styles.jobs}>
        {SAMPLES.map(({ art, low, high, title, detail }) => (
          <Card as="li" key={art} className={styles.job}>
            <Stack gap="xs">
              <Pay low={low} high={high} />
              <Heading level={2} size={3}>
                {title()}
              </Heading>
              <Text size="small" quiet>
                {detail()}
              </Text>
            </Stack>
            <Art name={art} className={styles.art} />
          </Card>
        ))}
      </ul>
      <Text size="small" strong className={styles.note}>
        {m.landing_jobs_note()}
      </Text>
    </div>
  );
}
