import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { auditLog, decisionLog, type Fairness, fairnessQuery, type Period, recordsFile, summaryFile } from "#/api/deskFairness.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { formatCount } from "#/format/numbers.ts";
import { formatPercent, formatSpan } from "#/format/share.ts";
import type { OutsideAddress } from "#/platform/outside.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { StatCards } from "#/ui/Stats/Stats.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { Finding, Groups } from "./Groups.tsx";
import { Holds } from "./Holds.tsx";
import { Records } from "./Records.tsx";
import styles from "./FairnessPage.module.css";

/** How the employer decides: replies, who decided what and how often differently from AI, results by group, records, legal holds. */
export default function FairnessPage() {
  const [period, setPeriod] = useState<Period>({});
  const report = useQuery(fairnessQuery(period));
  return (
    <Wide>
      <Stack gap="l">
        <Heading level={1}>{m.desk_fairness_title()}</Heading>
        <QueryState query={report} failed={m.desk_fairness_failed()} outdated={m.desk_fairness_outdated()}>
          {(found) => (
            <Stack gap="l" aria-busy={report.isFetching}>
              <Dates key={`${found.first} ${found.last}`} found={found} onChoose={setPeriod} />
              <Finding />
              {found.answered + found.onTime + found.late === 0 ? <Nothing /> : <Figures found={found} />}
              <Groups />
              <Records found={found} />
              <Files found={found} />
              <Holds />
            </Stack>
          )}
        </QueryState>
      </Stack>
    </Wide>
  );
}

function Dates({ found, onChoose }: { found: Fairness; onChoose: (period: Period) => void }) {
  const [wrong, setWrong] = useState(false);
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const period = { first: String(given.get("first")), last: String(given.get("last")) };
    const days = (Date.parse(period.last) - Date.parse(period.first)) / 86_400_000;
    const isUsable = days >= 0 && days < 366;
    setWrong(!isUsable);
    if (isUsable) onChoose(period);
  };
  return (
    <form noValidate onSubmit={choose} className={styles.dates}>
      <Field label={m.desk_fairness_first()} name="first" type="date" defaultValue={found.first} aria-required />
      <Field
        label={m.desk_fairness_last()}
        name="last"
        type="date"
        defaultValue={found.last}
        aria-required
        error={wrong ? m.desk_fairness_wrong() : undefined}
      />
      <Button variant="second" type="submit">
        {m.desk_fairness_show()}
      </Button>
    </form>
  );
}

function Nothing() {
  return <Empty art="pad" title={m.desk_fairness_none()} text={m.desk_fairness_none_text()} />;
}

function Figures({ found }: { found: Fairness }) {
  const replies = found.onTime + found.late;
  const none = m.desk_fairness_no_value();
  return (
    <>
      <StatCards
        items={[
          {
            label: m.desk_fairness_on_time(),
            value: replies ? formatPercent(found.onTime / replies) : none,
            note: m.desk_fairness_of({ count: formatCount(found.onTime), total: formatCount(replies) }),
          },
          {
            label: m.desk_fairness_typical(),
            value: found.medianHours === null ? none : formatSpan(found.medianHours),
            ...(found.hoursOfNineInTen !== null && {
              note: m.desk_fairness_nine({ time: formatSpan(found.hoursOfNineInTen) }),
            }),
          },
          {
            label: m.desk_fairness_forward(),
            value: found.answered ? formatPercent(found.forward / found.answered) : none,
            note: m.desk_fairness_of({ count: formatCount(found.forward), total: formatCount(found.answered) }),
          },
          {
            label: m.desk_fairness_looks(),
            value: formatCount(found.looks),
            note: m.desk_fairness_changed({ count: found.changedByLooks, countText: formatCount(found.changedByLooks) }),
          },
        ]}
      />
      <TitledCard title={m.desk_fairness_members()}>
        <Differences found={found} />
        {found.members.length === 0 ? <Text>{m.desk_fairness_no_members()}</Text> : <Members members={found.members} />}
        <Text size="small" quiet>
          {m.desk_fairness_within_text()}
        </Text>
        <Text size="small" quiet>
          {m.desk_fairness_overruled_text()}
        </Text>
      </TitledCard>
    </>
  );
}

function share(count: number, total: number): string {
  return total ? formatPercent(count / total) : m.desk_fairness_no_value();
}

/** Example: "10% (1 of 10 decisions with both levels)". */
function formatPart(count: number, total: number, note: (values: { count: string; total: string }) => string): string {
  if (total === 0) return m.desk_fairness_no_value();
  return m.desk_fairness_share({ percent: formatPercent(count / total), note: note({ count: formatCount(count), total: formatCount(total) }) });
}

/** How often people and the AI differ. */
function Differences({ found: { rated, withinOne, overruled } }: { found: Fairness }) {
  return (
    <DescriptionList
      items={[
        {
          name: m.desk_fairness_agreement(),
          value: formatPart(withinOne, rated, m.desk_fairness_agreement_note),
        },
        {
          name: m.desk_fairness_overruled(),
          value: formatPart(overruled.overruled, overruled.judged, m.desk_fairness_overruled_note),
        },
        {
          name: m.desk_fairness_against(),
          value: formatPart(overruled.against, overruled.recommended, m.desk_fairness_against_note),
        },
      ]}
    />
  );
}

function Files({ found }: { found: Fairness }) {
  return (
    <TitledCard title={m.desk_fairness_records()}>
      <File title={m.desk_fairness_summary()} text={m.desk_fairness_summary_text()} href={summaryFile(found)} label={m.desk_fairness_download_summary()} />
      <File title={m.desk_records_title()} text={m.desk_records_text()} href={recordsFile(found)} label={m.desk_records_download()} />
      <File title={m.desk_fairness_log()} text={m.desk_fairness_log_text()} href={decisionLog(found)} label={m.desk_fairness_download_log()} />
      <File title={m.desk_fairness_audit()} text={m.desk_fairness_audit_text()} href={auditLog(found)} label={m.desk_fairness_download_audit()} />
    </TitledCard>
  );
}

function File({ title, text, href, label }: { title: string; text: string; href: OutsideAddress; label: string }) {
  return (
    <Row spread>
      <div>
        <Text strong>{title}</Text>
        <Text size="small" quiet>
          {text}
        </Text>
      </div>
      <span className={styles.download}>
        <TextLink outside={href} download aria-label={label}>
          {m.desk_fairness_download()}
        </TextLink>
      </span>
    </Row>
  );
}

function Members({ members }: Pick<Fairness, "members">) {
  const part = (count: number, total: number) =>
    total ? m.desk_fairness_part({ percent: formatPercent(count / total), count: formatCount(count), total: formatCount(total) }) : m.desk_fairness_no_value();
  return (
    <div className={styles.scroll} role="group" aria-label={m.desk_fairness_members()} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.desk_fairness_name()}</th>
            <th scope="col">{m.desk_fairness_decisions()}</th>
            <th scope="col">{m.desk_fairness_on_time_short()}</th>
            <th scope="col">{m.desk_fairness_typical_short()}</th>
            <th scope="col">{m.desk_fairness_within()}</th>
            <th scope="col">{m.desk_fairness_overruled_short()}</th>
            <th scope="col">{m.desk_fairness_against_short()}</th>
          </tr>
        </thead>
        <tbody>
          {members.map((one) => (
            <tr key={one.name}>
              <th scope="row">{one.name}</th>
              <td>{formatCount(one.decisions)}</td>
              <td>{share(one.onTime, one.decisions)}</td>
              <td>{formatSpan(one.medianHours)}</td>
              <td>{part(one.withinOne, one.rated)}</td>
              <td>{part(one.overruled.overruled, one.overruled.judged)}</td>
              <td>{part(one.overruled.against, one.overruled.recommended)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
