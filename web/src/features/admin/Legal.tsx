import { useQuery } from "@tanstack/react-query";
import { allHoldsQuery, rulesQuery } from "#/api/operations.queries.ts";
import type { components } from "#/api/schema.gen.d.ts";
import { formatDate } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";

type Hold = components["schemas"]["OperatedHoldReply"];
type Rule = components["schemas"]["RuleReply"];

/** Legal holds, to read: who ordered each, why, and who ended it. */
export function Holds() {
  const query = useQuery(allHoldsQuery);
  return (
    <TitledCard title={m.operations_holds()}>
      <QueryState outdated={m.operations_old()} query={query} failed={m.operations_holds_failed()} empty={<Text quiet>{m.operations_holds_none()}</Text>}>
        {(holds) => (
          <DividedList>
            {holds.map((one) => (
              <HoldEntry key={one.id} hold={one} />
            ))}
          </DividedList>
        )}
      </QueryState>
      <Text size="small" quiet>
        {m.operations_holds_text()}
      </Text>
    </TitledCard>
  );
}

function HoldEntry({ hold }: { hold: Hold }) {
  const on = hold.on === "employer" ? m.operations_hold_employer({ employer: hold.employer ?? "" }) : m.operations_hold_person({ id: hold.personId ?? "" });
  return (
    <Stack as="li" gap="xs">
      <Row spread wrap>
        <Text strong>{hold.reason}</Text>
        <Tag tone={hold.active ? "info" : "plain"}>{hold.active ? m.operations_hold_active() : m.operations_hold_over()}</Tag>
      </Row>
      <Text size="small">{on}</Text>
      <Text size="small" quiet num>
        {m.operations_hold_dates({ from: formatDate(hold.madeAt), until: formatDate(hold.until), name: hold.madeBy })}
      </Text>
      {hold.endedAt !== null && (
        <Text size="small" quiet num>
          {m.operations_hold_ended({ day: formatDate(hold.endedAt), name: hold.endedBy ?? "" })}
        </Text>
      )}
      {hold.active && <Kept hold={hold} />}
    </Stack>
  );
}

function Kept({ hold }: { hold: Hold }) {
  return (
    <>
      <Text size="small" num>
        {m.operations_hold_people({ count: hold.people })}
      </Text>
      <Text size="small" strong>
        {m.operations_hold_kept_title()}
      </Text>
      <Stack as="ul" gap="xs">
        {hold.kept.map(({ source, rows, lastAt }) => (
          <Text as="li" key={source} size="small" num>
            {m.operations_hold_kept({ part: PARTS[source]?.() ?? source, count: formatCount(rows), day: formatDate(lastAt) })}
          </Text>
        ))}
        {hold.waiting > 0 && (
          <Text as="li" size="small" num>
            {m.operations_hold_waiting({ count: formatCount(hold.waiting) })}
          </Text>
        )}
        <Text as="li" size="small">
          {m.operations_hold_recordings()}
        </Text>
      </Stack>
    </>
  );
}

/** What the rows of a table that a hold keeps are called. */
const PARTS: Record<string, () => string> = {
  applications: m.operations_hold_part_applications,
  demographics: m.operations_hold_part_groups,
  interviews: m.operations_hold_part_scores,
  notes: m.operations_hold_part_notes,
  ratings: m.operations_hold_part_ratings,
  responses: m.operations_hold_part_answers,
  text_templates: m.operations_hold_part_templates,
  user_responses: m.operations_hold_part_wants,
  users: m.operations_hold_part_profile,
};

/** The dated legal rules, and the jobs in the place of each. */
export function Rules() {
  const query = useQuery(rulesQuery);
  return (
    <TitledCard title={m.operations_rules()}>
      <Text size="small" quiet>
        {m.operations_rules_text()}
      </Text>
      <QueryState outdated={m.operations_old()} query={query} failed={m.operations_rules_failed()}>
        {(rules) => (
          <DividedList>
            {rules.map((one) => (
              <RuleEntry key={one.id} rule={one} />
            ))}
          </DividedList>
        )}
      </QueryState>
    </TitledCard>
  );
}

function RuleEntry({ rule }: { rule: Rule }) {
  return (
    <Stack as="li" gap="xs">
      <Row spread wrap>
        <Text strong>{`${rule.jurisdiction} · ${KINDS[rule.kind](rule)}`}</Text>
        <Tag tone={rule.inForce ? "good" : "plain"}>
          {rule.inForce ? m.operations_rule_in_force() : m.operations_rule_from({ day: formatDate(noonOf(rule.start)) })}
        </Tag>
      </Row>
      <Text size="small" lang="en">
        {rule.source}
      </Text>
      <Text size="small" quiet>
        {rule.readOn === null ? m.operations_rule_unread() : m.operations_rule_read({ day: formatDate(noonOf(rule.readOn)) })}
        {rule.readFrom && <span lang="en">{` ${rule.readFrom}`}</span>}
      </Text>
      <Text size="small" num>
        {rule.jobs === 0 ? m.operations_rule_no_jobs() : m.operations_rule_jobs({ amount: formatCount(rule.jobs), names: formatList(rule.examples) })}
      </Text>
    </Stack>
  );
}

const KINDS: Record<Rule["kind"], (rule: Rule) => string> = {
  score_wait: ({ days }) => m.operations_rule_score_wait({ days: String(days) }),
  explanation: () => m.operations_rule_explanation(),
  record: ({ years }) => m.operations_rule_record({ years: String(years) }),
  erase: ({ days }) => m.operations_rule_erase({ days: String(days) }),
  oversight: () => m.operations_rule_oversight(),
  notice: () => m.operations_rule_notice(),
};

/** A day without a zone, as a moment that is that day everywhere. */
function noonOf(day: string): string {
  return `${day}T12:00`;
}
