import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { formatDateTime } from "#/format/dates.ts";
import { StateTag } from "./StateTag.tsx";

/** Cancelled interviews. */
export function Cancelled({ interviews }: { interviews: Interview[] }) {
  return (
    <TitledCard title={m.dashboard_interviews_cancelled()}>
      <DividedList>
        {interviews.map((interview) => (
          <Row as="li" spread key={interview.id}>
            <div>
              <Heading level={3}>{interview.jobTitle}</Heading>
              <Text size="small" quiet num>
                {interview.companyName}
                <br />
                {formatDateTime(interview.scheduledAt)}
              </Text>
            </div>
            <StateTag interview={interview} />
          </Row>
        ))}
      </DividedList>
    </TitledCard>
  );
}
