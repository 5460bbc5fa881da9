import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { deleteInterview, type OwnData, ownDataQuery, stopSharing } from "./queries.ts";
import { formatDate, formatDateTime } from "#/format/dates.ts";
import { formatDuration } from "#/format/duration.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { formatSpan } from "#/format/share.ts";
import { m } from "#/messages.gen/messages.js";
import { productName } from "#/platform/product.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Halves, Wide } from "#/ui/Wide/Wide.tsx";
import { Copy } from "./Copy.tsx";
import { DeleteEverything } from "./DeleteEverything.tsx";
import { ConfirmedAction } from "./ConfirmedAction.tsx";

const VIEWS_AT_FIRST = 5;

/** What is kept about the person, who has it and who looked; downloading and deleting it. */
export function YourData() {
  const query = useQuery(ownDataQuery);
  return (
    <Wide>
      <TextLink back href="/profile">
        {m.privacy_back()}
      </TextLink>
      <QueryState
        query={query}
        loading={<PageSpinner />}
        outdated={m.privacy_outdated()}
        failed={(_error, retry) => (
          <Empty art="spanner" level={1} title={m.privacy_failed()}>
            <Button variant="second" {...retry}>
              {m.ui_retry()}
            </Button>
          </Empty>
        )}
      >
        {(data) => (
          <Stack gap="m">
            <Stack gap="xs">
              <Heading level={1}>{m.privacy_title()}</Heading>
              <Text quiet>{m.privacy_text()}</Text>
            </Stack>
            <Halves>
              <Stack>
                <Kept counts={data.counts} />
                <Copy days={data.retention.exportDays} />
                <Has grants={data.grants} />
                <Looked data={data} />
              </Stack>
              <Stack>
                <HowLong retention={data.retention} />
                <Interviews interviews={data.interviews} heldUntil={data.retention.heldUntil} />
                <DeleteEverything data={data} />
                <More />
              </Stack>
            </Halves>
          </Stack>
        )}
      </QueryState>
    </Wide>
  );
}

function Kept({ counts }: { counts: OwnData["counts"] }) {
  const rows = [
    { name: m.privacy_interviews(), count: counts.interviews },
    { name: m.privacy_answers(), count: counts.answers },
    { name: m.privacy_recordings(), count: counts.recordings },
    { name: m.privacy_applications(), count: counts.applications },
    { name: m.privacy_messages(), count: counts.messages },
    { name: m.privacy_saved(), count: counts.savedJobs },
    { name: m.privacy_searches(), count: counts.searches },
  ];
  return (
    <TitledCard title={m.privacy_kept()}>
      <DescriptionList items={rows.map(({ name, count }) => ({ name, value: formatCount(count) }))} />
      <Text size="small" quiet>
        {m.privacy_kept_text()}
      </Text>
    </TitledCard>
  );
}

function Has({ grants }: { grants: OwnData["grants"] }) {
  const stop = useMutation(stopSharing);
  return (
    <TitledCard title={m.privacy_has()}>
      {grants.length === 0 && <Text>{m.privacy_has_none()}</Text>}
      {stop.isError && (
        <Banner tone="danger" title={m.privacy_stop_failed()}>
          {messageOf(stop.error, m.privacy_failed())}
        </Banner>
      )}
      {grants.length > 0 && (
        <DividedList aria-label={m.privacy_has()}>
          {grants.map((grant) => (
            <Stack key={grant.applicationId} as="li" gap="xs">
              <Text strong>{grant.employer}</Text>
              {grant.active ? (
                <>
                  <Text size="small" quiet>
                    {m.privacy_has_until({ things: formatShared(grant), day: formatDate(grant.until) })}
                  </Text>
                  <ConfirmedAction
                    open={m.privacy_stop()}
                    label={m.privacy_stop_name({ employer: grant.employer })}
                    title={m.privacy_stop_title({ employer: grant.employer })}
                    text={m.privacy_stop_text()}
                    onConfirm={() =>
                      stop.mutateAsync(grant.applicationId).then(() => {
                        toast({ title: m.privacy_stopped({ employer: grant.employer }), tone: "good" });
                      })
                    }
                  />
                </>
              ) : (
                <Text size="small" quiet>
                  {m.privacy_has_ended()}
                </Text>
              )}
            </Stack>
          ))}
        </DividedList>
      )}
    </TitledCard>
  );
}

function formatShared(grant: OwnData["grants"][number]): string {
  const shared = [
    grant.video && m.privacy_video(),
    grant.words && m.privacy_words(),
    grant.score && m.privacy_score(),
    grant.quickAnswers && m.privacy_quick(),
  ].filter((one) => one !== false);
  return formatList(shared);
}

function Looked({ data: { views, viewCount, openings, staffReads } }: { data: OwnData }) {
  const [all, setAll] = useState(false);
  const looks = [...views.map(lookOf), ...openings.map(openingOf)].sort((a, b) => b.at.localeCompare(a.at));
  const shown = all ? looks : looks.slice(0, VIEWS_AT_FIRST);
  return (
    <TitledCard title={m.privacy_looked()}>
      {looks.length + staffReads.length === 0 && <Text>{m.privacy_looked_none()}</Text>}
      {looks.length > 0 && (
        <>
          <DividedList aria-label={m.privacy_looked()}>
            {shown.map(({ id, who, what, at }) => (
              <li key={id}>
                <Text strong>{who}</Text>
                <Text size="small" quiet>
                  {what}
                </Text>
                <Text size="small" quiet>
                  {formatDateTime(at)}
                </Text>
              </li>
            ))}
          </DividedList>
          <Text size="small" quiet>
            {m.privacy_looked_note()}
          </Text>
        </>
      )}
      {staffReads.length > 0 && (
        <DividedList aria-label={m.privacy_staff({ product: productName() })}>
          {staffReads.map(({ id, exported, readAt }) => (
            <li key={id}>
              <Text strong>{m.privacy_staff({ product: productName() })}</Text>
              <Text size="small" quiet>
                {exported ? m.privacy_staff_exported() : m.privacy_staff_read()}
              </Text>
              <Text size="small" quiet>
                {formatDateTime(readAt)}
              </Text>
            </li>
          ))}
        </DividedList>
      )}
      {shown.length < looks.length && <TextLink onClick={() => setAll(true)}>{m.privacy_looked_more({ count: looks.length - shown.length })}</TextLink>}
      {all && views.length < viewCount && (
        <Text size="small" quiet>
          {m.privacy_looked_rest()}
        </Text>
      )}
    </TitledCard>
  );
}

/** What somebody's app says that they watched or read; if that was too short to count as viewed, that they opened it. */
function lookOf({ id, name, employer, kind, answer, title, seconds, counts, beganAt }: OwnData["views"][number]) {
  const video = counts ? m.privacy_looked_video({ answer, title, time: formatDuration(seconds) }) : m.privacy_opened_video({ answer, title });
  const words = counts ? m.privacy_looked_words({ answer, title }) : m.privacy_opened_words({ title });
  return { id, who: m.privacy_looked_who({ name, employer }), what: kind === "video" ? video : words, at: beganAt };
}

/** What the server sent to somebody. */
function openingOf({ id, name, employer, answer, title, openedAt }: OwnData["openings"][number]) {
  return {
    id,
    who: m.privacy_looked_who({ name, employer }),
    what: answer === null ? m.privacy_opened_words({ title }) : m.privacy_opened_video({ answer, title }),
    at: openedAt,
  };
}

/** Pages of the server, outside of the app. */
function More() {
  return (
    <TitledCard title={m.privacy_more()}>
      <ul>
        <li>
          <TextLink outside="/how-ai-is-used">{m.privacy_more_ai()}</TextLink>
        </li>
        <li>
          <TextLink outside="/privacy">{m.ui_privacy_notice()}</TextLink>
        </li>
        <li>
          <TextLink outside="/demographics">{m.privacy_more_about_you()}</TextLink>
        </li>
      </ul>
    </TitledCard>
  );
}

function HowLong({ retention }: { retention: OwnData["retention"] }) {
  return (
    <TitledCard title={m.privacy_long()}>
      <DescriptionList
        items={[
          { name: m.privacy_recordings(), value: formatSpan(24 * retention.recordingDays) },
          { name: m.privacy_long_rest(), value: m.privacy_long_yours() },
          { name: m.privacy_long_backups(), value: formatSpan(24 * retention.backupDays) },
          { name: m.privacy_long_records(), value: m.privacy_long_years({ years: retention.recordYears }) },
        ]}
      />
      <Text size="small" quiet>
        {retention.heldUntil ? m.privacy_long_held({ day: formatDate(retention.heldUntil) }) : m.privacy_long_text()}
      </Text>
    </TitledCard>
  );
}

/** The interviews, to delete each; during a legal hold, only until when they are kept. */
function Interviews({ interviews, heldUntil }: { interviews: OwnData["interviews"]; heldUntil: string | null }) {
  const remove = useMutation(deleteInterview);
  return (
    <TitledCard title={m.privacy_delete_one()}>
      {interviews.length === 0 && <Text>{m.privacy_delete_one_none()}</Text>}
      {remove.isError && (
        <Banner tone="danger" title={m.privacy_delete_failed()}>
          {messageOf(remove.error, m.privacy_failed())}
        </Banner>
      )}
      {interviews.length > 0 && heldUntil !== null && <Text>{m.privacy_delete_one_held({ day: formatDate(heldUntil) })}</Text>}
      {interviews.length > 0 && (
        <DividedList aria-label={m.privacy_delete_one()}>
          {interviews.map(({ id, jobTitle, scheduledAt, answers }) => {
            const day = formatDate(scheduledAt);
            return (
              <Row key={id} as="li" spread>
                <div>
                  <Text strong>{jobTitle}</Text>
                  <Text size="small" quiet>
                    {m.privacy_interview({ day, count: answers })}
                  </Text>
                </div>
                {heldUntil === null && (
                  <ConfirmedAction
                    open={m.privacy_delete()}
                    label={m.privacy_delete_name({ title: jobTitle, day })}
                    title={m.privacy_delete_title()}
                    text={m.privacy_delete_text({ title: jobTitle, day })}
                    onConfirm={() =>
                      remove.mutateAsync(id).then(() => {
                        toast({ title: m.privacy_deleted(), tone: "good" });
                      })
                    }
                  />
                )}
              </Row>
            );
          })}
        </DividedList>
      )}
    </TitledCard>
  );
}
