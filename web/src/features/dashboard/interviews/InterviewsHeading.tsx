import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import styles from "../Dashboard.module.css";

/** The name of the page, and the way to one more interview. */
export function InterviewsHeading() {
  return (
    <Row spread wrap className={cx(styles.whole, styles.title)}>
      <Heading level={1}>{m.dashboard_interviews_title()}</Heading>
      <Button variant="second" size="small" href="/video-interview-prep">
        {m.dashboard_interviews_take()}
      </Button>
    </Row>
  );
}
