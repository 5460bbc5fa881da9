import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { EmployerStrip } from "./EmployerStrip.tsx";
import styles from "./Landing.module.css";
import { SampleJobs } from "./SampleJobs.tsx";
import { Sun } from "./Sun.tsx";

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
      <EmployerStrip />
    </div>
  );
}
