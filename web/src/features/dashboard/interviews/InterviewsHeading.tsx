import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Analytics } from "./Analytics.tsx";
import styles from "../Dashboard.module.css";

/** The page title, the statistics button, and the button for a new interview. */
export function InterviewsHeading({ userId, onSchedule }: { userId: string; onSchedule: () => void }) {
  return (
    <Row spread wrap className={cx(styles.whole, styles.title)}>
      <Heading level={1}>{m.dashboard_interviews_title()}</Heading>
      <Row wrap>
        <Analytics userId={userId} />
        <Button variant="second" size="small" onClick={onSchedule}>
          {m.dashboard_interviews_take()}
        </Button>
      </Row>
    </Row>
  );
}
