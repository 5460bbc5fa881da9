import type { UseQueryResult } from "@tanstack/react-query";
import { useQuery } from "@tanstack/react-query";
import { checksQuery } from "#/api/operations.queries.ts";
import type { Backup, Check, Work } from "#/api/types.ts";
import { formatDateTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { Accommodations } from "./Accommodations.tsx";
import { Claims } from "./Claims.tsx";
import { DeadLetters } from "./DeadLetters.tsx";
import { Imports } from "./Imports.tsx";
import { Employers } from "./Employers.tsx";
import { Holds, Rules } from "./Legal.tsx";
import { SignUps } from "./SignUps.tsx";
import styles from "./Operations.module.css";
import { formatCount, formatFiles, formatState, formatUnwritten, healthOf } from "./format.ts";

/** The state of the installation: problems and claims first, then pending work and recent imports. */
export function Operations({ work }: { work: UseQueryResult<Work> }) {
  const checks = useQuery(checksQuery);
  const health = healthOf(work.data, checks.data);
  return (
    <Wide split>
      <div className={cx(styles.whole, styles.head)}>
        <Heading level={1}>{m.operations_title()}</Heading>
        <div role="status">{health && <Tag tone={HEALTH[health].tone}>{HEALTH[health].words()}</Tag>}</div>
        <Button variant="second" size="small" busy={work.isFetching || checks.isFetching} onClick={() => void Promise.all([work.refetch(), checks.refetch()])}>
          {m.operations_again()}
        </Button>
      </div>
      <div className={styles.column}>
        <Accommodations />
        <TitledCard title={m.operations_dead()}>
          <QueryState outdated={m.operations_old()} query={work} failed={m.operations_work_failed()}>
            {({ dead }) => <DeadLetters letters={dead} />}
          </QueryState>
        </TitledCard>
        <SignUps />
        <TitledCard title={m.operations_claims()}>
          <Claims />
        </TitledCard>
        <TitledCard title={m.operations_employers()}>
          <Employers />
        </TitledCard>
        <TitledCard title={m.operations_system()}>
          <QueryState outdated={m.operations_old()} query={checks} failed={m.operations_system_failed()}>
            {(found) => (
              <DividedList>
                {found.map((check) => (
                  <Found key={check.words} check={check} />
                ))}
              </DividedList>
            )}
          </QueryState>
        </TitledCard>
      </div>
      <div className={styles.column}>
        <TitledCard title={m.operations_queue()}>
          <QueryState outdated={m.operations_old()} query={work} failed={m.operations_work_failed()}>
            {(found) => <QueueList {...found} />}
          </QueryState>
        </TitledCard>
        <TitledCard title={m.operations_backups()}>
          <QueryState outdated={m.operations_old()} query={work} failed={m.operations_work_failed()}>
            {({ backups, backupsLate }) => <Backups backups={backups} late={backupsLate} />}
          </QueryState>
        </TitledCard>
        <Holds />
        <Rules />
        <TitledCard title={m.operations_imports()}>
          <QueryState outdated={m.operations_old()} query={work} failed={m.operations_work_failed()}>
            {({ imports }) => <Imports imports={imports} />}
          </QueryState>
        </TitledCard>
      </div>
    </Wide>
  );
}

const HEALTH = {
  well: { tone: "good", words: m.operations_well },
  unfinished: { tone: "info", words: m.operations_unfinished },
  care: { tone: "bad", words: m.operations_care },
} as const;

const OUTCOMES = {
  complete: { tone: "good", words: m.operations_backup_complete },
  incomplete: { tone: "bad", words: m.operations_backup_incomplete },
  failed: { tone: "bad", words: m.operations_backup_failed },
} as const;

function Backups({ backups, late }: { backups: Backup[]; late: boolean }) {
  if (backups.length === 0) return <Text quiet>{m.operations_backups_none()}</Text>;
  return (
    <>
      {late && <Text strong>{m.operations_backups_late()}</Text>}
      <DividedList>
        {backups.map(({ endedAt, outcome, folder, objects, problem }) => (
          <Row as="li" spread top key={endedAt}>
            <div className={styles.words}>
              <Text strong num>
                {formatDateTime(endedAt)}
              </Text>
              {folder && <Text size="small" quiet num>{`${folder} · ${formatFiles(objects)}`}</Text>}
              {problem && (
                <Text size="small" lang="en">
                  {problem}
                </Text>
              )}
            </div>
            <Tag tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].words()}</Tag>
          </Row>
        ))}
      </DividedList>
    </>
  );
}

const VERDICTS = {
  ok: { tone: "good", words: m.operations_ok },
  note: { tone: "info", words: m.operations_note },
  wrong: { tone: "bad", words: m.operations_wrong },
} as const;

function Found({ check: { verdict, words } }: { check: Check }) {
  const shown = VERDICTS[verdict];
  return (
    <Row as="li" spread top>
      {/* Always in English, like the server's log. */}
      <Text size="small" lang="en" className={styles.words}>
        {words}
      </Text>
      <Tag tone={shown.tone}>{shown.words()}</Tag>
    </Row>
  );
}

function QueueList({ queue, late, transcription }: Work) {
  if (queue.length === 0) return <Text quiet>{m.operations_queue_none()}</Text>;
  return (
    <>
      {late > 0 && <Text strong>{m.operations_late({ count: late })}</Text>}
      {transcription.oldestAt && (
        <Text size="small">
          {m.operations_unwritten({ count: formatCount(transcription.waiting), moment: formatDateTime(transcription.oldestAt) })}{" "}
          {formatUnwritten(transcription)}
        </Text>
      )}
      <DividedList>
        {queue.map(({ kind, state, tasks, firstDueAt }) => (
          <Row as="li" spread top key={`${kind} ${state}`}>
            <div className={styles.words}>
              <Text size="small" strong lang="en">
                {kind}
              </Text>
              <Text size="small" quiet num>
                {m.operations_first_due({ moment: formatDateTime(firstDueAt) })}
              </Text>
            </div>
            <Tag tone={state === "running" ? "info" : "plain"}>{`${tasks} · ${formatState(state)}`}</Tag>
          </Row>
        ))}
      </DividedList>
    </>
  );
}
