import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import { Art } from "#/ui/Art/Art.tsx";
import type { ArtName } from "#/ui/Art/drawings.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { CheckList, Tick } from "#/ui/CheckList/CheckList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { EmployerStrip } from "./EmployerStrip.tsx";
import styles from "./Landing.module.css";

/** The landing page. It needs no server and no state, so it is prerendered and works before or without JavaScript. */
export function Landing() {
  return (
    <div className={styles.landing}>
      <div className={styles.split}>
        <div className={styles.copy}>
          <Heading level={1} size="hero">
            {m.landing_title()}
          </Heading>
          <Text size="lead" quiet>
            {m.landing_lead()}
          </Text>
          <Button href="/signup" full="phone" className={styles.action}>
            {m.landing_action()}
          </Button>
          <div>
            <TextLink href="/desk/start">{m.landing_hiring()}</TextLink>
          </div>
        </div>
        <SampleJobs />
        {/* Last, because it is at the lower edge, which does not exist yet while the page is still loading. */}
        <Sun />
      </div>
      <Truths />
      <EmployerStrip />
      <Foot />
    </div>
  );
}

const TRUTHS = [m.landing_true_date, m.landing_true_person, m.landing_true_yours];

/** What holds for everybody who applies here. */
function Truths() {
  return (
    <section aria-label={m.landing_true()} className={styles.truths}>
      <CheckList>
        {TRUTHS.map((say) => (
          <Tick key={say()}>{say()}</Tick>
        ))}
      </CheckList>
    </section>
  );
}

/** The same links as below the pages that the server makes. */
function Foot() {
  return (
    <footer className={styles.foot}>
      <nav aria-label={m.landing_more({ product: productName() })} className={styles.links}>
        <TextLink outside="/how-ai-is-used">{m.privacy_more_ai()}</TextLink>
        <TextLink outside="/privacy">{m.ui_privacy_notice()}</TextLink>
        <TextLink href="/desk/start">{m.landing_hiring()}</TextLink>
      </nav>
    </footer>
  );
}

/** The sun above the horizon, as two slightly offset sheets of paper. */
function Sun() {
  return (
    <svg viewBox="0 0 800 400" aria-hidden="true" className={styles.sun}>
      <path className={styles.glow} d="M0 400a396 396 0 0 1 792 0z" />
      <path className={styles.disc} d="M74 400a328 328 0 0 1 656 0z" />
    </svg>
  );
}

type Sample = { art: ArtName; low: number; high: number; title: () => string; detail: () => string };

/** Sample jobs, marked as such on the page: pay in US dollars per hour. */
const SAMPLES: Sample[] = [
  { art: "whisk", low: 19, high: 24, title: m.landing_cook_title, detail: m.landing_cook_detail },
  { art: "hat", low: 22, high: 29, title: m.landing_builder_title, detail: m.landing_builder_detail },
  { art: "bell", low: 18, high: 22, title: m.landing_desk_title, detail: m.landing_desk_detail },
];

/** Three slightly tilted sheets of paper that float out of phase. */
function SampleJobs() {
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
