import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { auditLog, decisionLog, type Fairness, fairnessQuery, type Period } from "#/api/deskFairness.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { formatCount } from "#/format/numbers.ts";
import { formatPercent, formatSpan } from "#/format/share.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { StatCards } from "#/ui/Stats/Stats.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./FairnessPage.module.css";

/** How the employer decides: replies on time, time to decide, who decided what, and the decision log. */
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
              {found.answered + found.onTime + found.late === 0 ? <Nothing /> : <Figures found={found} />}
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
    <form onSubmit={choose} className={styles.dates}>
      <Field label={m.desk_fairness_first()} name="first" type="date" defaultValue={found.first} required />
      <Field
        label={m.desk_fairness_last()}
        name="last"
        type="date"
        defaultValue={found.last}
        required
        error={wrong ? m.desk_fairness_wrong() : undefined}
      />
      <Button variant="second" type="submit">{m.desk_fairness_show()}</Button>
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
        {found.members.length === 0 ? <Text>{m.desk_fairness_no_members()}</Text> : <Members members={found.members} />}
        <Text size="small" quiet>{m.desk_fairness_within_text()}</Text>
      </TitledCard>
      <TitledCard title={m.desk_fairness_records()}>
        <Row spread>
          <div>
            <Text strong>{m.desk_fairness_log()}</Text>
            <Text size="small" quiet>{m.desk_fairness_log_text()}</Text>
          </div>
          <a href={decisionLog(found)} download className={styles.download} aria-label={m.desk_fairness_download_log()}>
            {m.desk_fairness_download()}
          </a>
        </Row>
        <Row spread>
          <div>
            <Text strong>{m.desk_fairness_audit()}</Text>
            <Text size="small" quiet>{m.desk_fairness_audit_text()}</Text>
          </div>
          <a href={auditLog(found)} download className={styles.download} aria-label={m.desk_fairness_download_audit()}>
            {m.desk_fairness_download()}
          </a>
        </Row>
      </TitledCard>
    </>
  );
}

function Members({ members }: Pick<Fairness, "members">) {
  const share = (count: number, total: number) => (total ? formatPercent(count / total) : m.desk_fairness_no_value());
  return (
    <div className={styles.scroll} role="region" aria-label={m.desk_fairness_members()} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{m.desk_fairness_name()}</th>
            <th scope="col">{m.desk_fairness_decisions()}</th>
            <th scope="col">{m.desk_fairness_on_time_short()}</th>
            <th scope="col">{m.desk_fairness_typical_short()}</th>
            <th scope="col">{m.desk_fairness_within()}</th>
          </tr>
        </thead>
        <tbody>
          {members.map((one) => (
            <tr key={one.name}>
              <th scope="row">{one.name}</th>
              <td>{formatCount(one.decisions)}</td>
              <td>{share(one.onTime, one.decisions)}</td>
              <td>{formatSpan(one.medianHours)}</td>
              <td>{share(one.withinOne, one.rated)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
