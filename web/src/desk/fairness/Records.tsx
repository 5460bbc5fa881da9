import { useInfiniteQuery } from "@tanstack/react-query";
import { type DecisionRecord, type Fairness, recordsQuery } from "#/api/deskFairness.queries.ts";
import { formatDate, formatDateTime } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { formatReason } from "../decide/words.ts";
import { formatRole } from "../team/formatRole.ts";

/** The records of all decisions of a period, newest first. */
export function Records({ found }: { found: Fairness }) {
  const query = useInfiniteQuery(recordsQuery(found));
  return (
    <TitledCard title={m.desk_records_title()}>
      <Text size="small" quiet>
        {m.desk_records_text()}
      </Text>
      <QueryState query={query} failed={m.desk_records_failed()} outdated={m.desk_records_outdated()}>
        {({ pages }) => {
          const records = pages.flatMap((page) => page.records);
          if (records.length === 0) return <Text>{m.desk_records_none()}</Text>;
          return (
            <DividedList>
              {records.map((one) => (
                <Entry key={one.id} record={one} />
              ))}
            </DividedList>
          );
        }}
      </QueryState>
      {query.hasNextPage && (
        <div>
          <Button variant="second" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {m.desk_records_more()}
          </Button>
        </div>
      )}
    </TitledCard>
  );
}

const ACTIONS: Readonly<Record<string, () => string>> = {
  invite: m.desk_records_invite,
  offer: m.desk_records_offer,
  decline: m.desk_records_decline,
  close: m.desk_records_close,
};
const AI = { none: m.desk_records_ai_none, unseen: m.desk_records_ai_unseen, seen: m.desk_records_ai_seen } as const;
const SHARED: Readonly<Record<string, () => string>> = {
  video: m.desk_records_video,
  words: m.desk_records_words,
  score: m.desk_records_score,
  quick_answers: m.desk_records_quick,
};

function Entry({ record }: { record: DecisionRecord }) {
  const when = formatDateTime(record.decidedAt);
  const role = formatRole(record.memberRole);
  return (
    <Stack as="li" gap="xs">
      <Row spread wrap>
        <Heading level={3} size={3}>
          {m.desk_records_heading({ action: ACTIONS[record.action]?.() ?? record.action, title: record.title })}
        </Heading>
        <Row wrap>
          <Tag>{AI[record.ai]()}</Tag>
          {record.overruled && <Tag tone="info">{m.desk_records_overruled()}</Tag>}
          {record.against && <Tag tone="info">{m.desk_records_against()}</Tag>}
        </Row>
      </Row>
      <Text size="small" quiet>
        {m.desk_records_by({ name: record.memberName, role, when })}
      </Text>
      {record.reason && <Text size="small">{formatReason(record.reason)}</Text>}
      <Disclosure label={m.desk_records_details()} name={m.desk_records_details_of({ when })}>
        <DescriptionList items={detailsOf(record)} />
      </Disclosure>
    </Stack>
  );
}

function detailsOf(record: DecisionRecord) {
  const version = (of: string | null) => of && m.desk_records_version({ version: of });
  const items = [
    { name: m.desk_records_candidate(), value: record.candidate },
    {
      name: m.desk_records_watched(),
      value: m.desk_fairness_of({ count: formatCount(record.viewed), total: formatCount(record.answers) }),
    },
    { name: m.desk_records_levels(), value: formatLevels(record) },
    {
      name: m.desk_records_shared(),
      value: record.shared.length > 0 ? formatList(record.shared.map((one) => SHARED[one]?.() ?? one)) : m.desk_records_nothing(),
    },
    { name: m.desk_records_questions(), value: record.plan },
    { name: m.desk_records_scorer(), value: record.scorer },
    { name: m.desk_records_model(), value: record.model },
    { name: m.desk_records_consent(), value: version(record.consentVersion) },
    { name: m.desk_records_sharing(), value: version(record.sharingVersion) },
    { name: m.desk_records_rules(), value: formatList(record.rules) },
    { name: m.desk_records_kept(), value: formatDate(`${record.keptUntil}T12:00:00`) },
  ];
  return items.filter(({ value }) => value);
}

function formatLevels({ levels, ai, memberName: name }: DecisionRecord): string {
  const level = (of: number | null) => (of === null ? m.desk_records_no_level() : formatCount(of));
  const each = levels.map(({ competency, member, ai: machine }) =>
    ai === "seen"
      ? m.desk_records_level({ competency, member: level(member), name, ai: level(machine) })
      : m.desk_records_level_member({ competency, member: level(member), name }),
  );
  return each.join("; ");
}
