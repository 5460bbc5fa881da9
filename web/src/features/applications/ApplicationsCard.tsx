import { useInfiniteQuery } from "@tanstack/react-query";
import { applicationsQuery, type ApplicationSummary } from "#/api/applications.queries.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { DUE_REFRESH_MS, formatDue, nearness } from "#/format/due.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { pathTo } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Due } from "#/ui/Due/Due.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { formatNext, formatStage } from "./progress.ts";
import { TakeBackOthers } from "./TakeBackOthers.tsx";
import { formatWhere } from "./where.ts";

const SHOWN = 3;

/**
 * The open and the hired applications, those that wait for the candidate first; without any, the one that ended last. Nothing for
 * those who never applied.
 */
export default function ApplicationsCard() {
  const { data } = useInfiniteQuery(applicationsQuery);
  const [first] = data?.pages ?? [];
  if (!first || first.applications.length === 0) return null;
  const current = first.applications.filter(({ turn, stage }) => turn !== null || stage === "hired");
  const shown = current.length > 0 ? current.slice(0, SHOWN) : first.applications.slice(0, 1);
  return (
    <TitledCard title={m.applications_title()}>
      <DividedList>
        {shown.map((one) => (
          <Line key={one.id} application={one} />
        ))}
      </DividedList>
      <TakeBackOthers />
      <TextLink href="/applications">{m.applications_see_all()}</TextLink>
    </TitledCard>
  );
}

function Line({ application }: { application: ApplicationSummary }) {
  const now = useNow(DUE_REFRESH_MS);
  const { id, stage, title, employer, place, replyBy, zone, turn, meeting, staffed } = application;
  const link = pathTo("/application", { id });
  return (
    <li>
      <Stack gap="xs">
        <Row spread top wrap>
          <div>
            <Heading level={3}>
              <AppLink href={link}>{title}</AppLink>
            </Heading>
            <Text size="small" quiet>
              {formatWhere(employer, place)}
            </Text>
          </div>
          {turn === "employer" && replyBy && staffed ? (
            <Due state={nearness(replyBy, zone, now)}>{formatDue(replyBy, zone, now)}</Due>
          ) : (
            <Text size="small" strong>
              {formatStage(stage, application.lastAction, application.reason)}
            </Text>
          )}
        </Row>
        {turn === "employer" && !staffed && (
          <Text size="small" quiet>
            {m.applications_absent()}
          </Text>
        )}
        {meeting && (
          <Text size="small" strong>
            {formatAppointmentIn(meeting.zone, meeting.startsAt)}
          </Text>
        )}
        {turn === "candidate" && (
          <Button size="small" full="phone" href={link}>
            {formatNext(stage)}
          </Button>
        )}
      </Stack>
    </li>
  );
}
