import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "../Dashboard.module.css";
import { formatDateTime, formatTime } from "#/format/dates.ts";
import { joinableUntil } from "../figures.ts";
import live from "./LiveCard.module.css";
import { StateTag } from "./StateTag.tsx";

/** The interview that can be joined now, at the top of the page. */
export function LiveCard({ interview, onJoin }: { interview: Interview; onJoin: (interview: Interview) => void }) {
  const { jobTitle: job, companyName, scheduledAt } = interview;
  const begun = interview.status === "in-progress";
  const until = m.dashboard_interviews_until({ time: formatTime(joinableUntil(interview)) });
  return (
    <Card as="section" live aria-label={job} className={cx(styles.whole, live.card)}>
      <Stack gap="xs">
        <StateTag interview={interview} live={!begun} />
        <Heading level={2}>{job}</Heading>
        <Text quiet num>
          {companyName}
          <br />
          {formatDateTime(scheduledAt)}
          <br />
          {begun ? m.dashboard_interviews_goes_on() : until}
        </Text>
      </Stack>
      <Button full="phone" onClick={() => onJoin(interview)}>
        {begun ? m.dashboard_interviews_rejoin() : m.dashboard_interviews_join()}
      </Button>
    </Card>
  );
}
