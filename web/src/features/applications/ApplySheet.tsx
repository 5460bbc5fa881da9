import { useMutation, useQuery } from "@tanstack/react-query";
import { Clock, User, Users } from "lucide-react";
import { useState } from "react";
import { apply, type JobState, type JobStates, type Shares } from "#/api/applications.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { consentTermsQuery } from "#/api/interviews.queries.ts";
import { markJob } from "#/api/matches.queries.ts";
import { erasureQuery } from "#/api/privacy.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { useNavigate } from "#/platform/paths.ts";
import { formatDate } from "#/format/dates.ts";
import { DUE_REFRESH_MS, formatReplyDay, nearness } from "#/format/due.ts";
import { formatList } from "#/format/lists.ts";
import { formatPercent } from "#/format/share.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { CheckList, Tick } from "#/ui/CheckList/CheckList.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { Promised } from "#/ui/Due/Due.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { ShareSwitches } from "#/ui/ShareSwitches/ShareSwitches.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import styles from "./ApplySheet.module.css";
import DeletionPlanned from "./DeletionPlanned.tsx";
import { offerUndo, sentNow } from "./sent.ts";
import { SentNotice } from "./SentNotice.tsx";
import { formatWhere } from "./where.ts";

const ALL: Shares = { video: true, words: true, score: true, quickAnswers: true };

interface ApplySheetProps {
  /** The jobs to apply for; all are open. */
  jobs: readonly JobState[];
  states: JobStates;
  /** `sent`: whether something was. */
  onClose: (sent?: boolean) => void;
}

/** Says exactly what is shared with which employer, until when, and sends. Without an interview it leads into one. */
export default function ApplySheet({ jobs, states, onClose }: ApplySheetProps) {
  const send = useMutation(apply);
  const { data: deletion } = useQuery(erasureQuery);
  const [shares, setShares] = useState<Record<string, Shares>>({});
  const [interviewId, setInterviewId] = useState(states.interviews[0]?.id);
  const employers = [...new Map(jobs.map((job) => [job.employer?.id ?? "", job])).values()];
  const first = jobs[0];
  const title =
    jobs.length === 1 ? m.applications_sheet_title({ employer: first?.employer?.name ?? "" }) : m.applications_sheet_several({ count: jobs.length });
  const declined = states.interviews.find(({ id }) => id === interviewId)?.declined ?? false;
  if (first === undefined) return null;
  if (deletion?.pending && !send.isSuccess) {
    return (
      <Dialog open onClose={() => onClose()} title={title}>
        <DeletionPlanned />
      </Dialog>
    );
  }
  if (interviewId === undefined) return <NoInterview title={title} jobs={jobs} onClose={onClose} />;
  if (send.isSuccess) return <SentNotice results={send.data} jobs={jobs} onClose={() => onClose(true)} />;
  const submit = async () => {
    const chosen = employers.map(({ employer }) => ({ employerId: employer?.id ?? "", ...chosenFor(employer?.id ?? "", shares, declined) }));
    // Awaited, because a callback of the mutation is not called once the page has put away what offered these jobs.
    const results = await send.mutateAsync({ jobIds: jobs.map((job) => job.jobId), interviewId, shares: chosen }).catch(() => []);
    const ids = results.flatMap(({ applicationId }) => applicationId ?? []);
    if (ids.length < jobs.length) return;
    offerUndo(sentNow(ids, employers.length === 1 ? (first.employer?.name ?? null) : null));
    onClose(true);
  };
  return (
    <Dialog open onClose={() => onClose()} title={title}>
      <Stack gap="m" className={styles.parts}>
        {jobs.length === 1 ? (
          <div className={styles.job}>
            <Pay low={first.payLow} high={first.payHigh} />
            <JobLine job={first} />
          </div>
        ) : (
          jobs.map((job) => <JobLine key={job.jobId} job={job} employer={employers.length > 1 ? job.employer?.name : undefined} />)
        )}
        {employers.map((job) => (
          <Employer
            key={job.employer?.id}
            job={job}
            several={employers.length > 1}
            shares={chosenFor(job.employer?.id ?? "", shares, declined)}
            declined={declined}
            onChange={(chosen) => setShares({ ...shares, [job.employer?.id ?? ""]: chosen })}
          />
        ))}
        <Interviews states={states} chosen={interviewId} onChoose={setInterviewId} />
        <CheckList>
          <Tick icon={User}>
            <b>{m.applications_always()}</b> {m.applications_always_text()}
          </Tick>
          <Tick icon={Clock}>
            <b>{m.applications_until()}</b> {m.applications_until_text({ day: formatDate(states.until) })}
          </Tick>
        </CheckList>
      </Stack>
      <AiUse jobs={jobs} />
      <div className={styles.send}>
        {send.isError && (
          <Banner tone="danger" title={m.applications_not_sent()}>
            {send.error instanceof ApiError ? send.error.message : m.applications_not_sent_text()}
          </Banner>
        )}
        <Button full busy={send.isPending} onClick={() => void submit()}>
          {m.applications_send()}
        </Button>
        <Text size="small" quiet>
          {m.applications_undo_hint()}
        </Text>
      </div>
    </Dialog>
  );
}

/** `employer`: given where the title of the sheet does not name it. */
function JobLine({ job, employer }: { job: JobState; employer?: string | undefined }) {
  const where = formatWhere(employer, job.place);
  return (
    <div>
      <Text strong>{job.title}</Text>
      {where && (
        <Text size="small" quiet>
          {where}
        </Text>
      )}
    </div>
  );
}

/** What an employer would get. A score that the person refused is not shared: should they want one later, that is another choice. */
function chosenFor(employer: string, shares: Record<string, Shares>, declined: boolean): Shares {
  const chosen = shares[employer] ?? ALL;
  return { ...chosen, score: chosen.score && !declined };
}

/** What is told about AI: in general, and what the laws of the jobs' places demand. */
function AiUse({ jobs }: { jobs: readonly JobState[] }) {
  const { data } = useQuery(consentTermsQuery(jobs.map(({ jobId }) => jobId)));
  return (
    <Disclosure label={m.privacy_more_ai()}>
      <Text size="small">{m.applications_ai_text()}</Text>
      {data?.notices.map((text) => (
        <Text key={text} size="small" quiet>
          {text}
        </Text>
      ))}
      <Text size="small">
        <AppLink outside="/how-ai-is-used">{m.applications_ai_more()}</AppLink>
      </Text>
    </Disclosure>
  );
}

interface EmployerProps {
  job: JobState;
  several: boolean;
  shares: Shares;
  /** The chosen interview has no AI score, as the person asked. */
  declined: boolean;
  onChange: (shares: Shares) => void;
}

function Employer({ job, several, shares, declined, onChange }: EmployerProps) {
  const { replyBy, zone, percent, hiring } = job;
  const now = useNow(DUE_REFRESH_MS);
  const name = job.employer?.name ?? "";
  const promise = replyBy && zone;
  const { score, ...withoutScore } = shares;
  const switches = declined ? (
    <>
      <ShareSwitches shares={withoutScore} onChange={(next) => onChange({ ...next, score })} />
      <Text size="small" quiet>
        {m.applications_share_score_none()}
      </Text>
    </>
  ) : (
    <ShareSwitches shares={shares} onChange={onChange} />
  );
  if (several) {
    return (
      <Stack as="section" gap="xs" aria-label={name}>
        <Heading level={3}>{name}</Heading>
        <Text size="small" quiet>
          {promise ? m.applications_hear({ day: formatReplyDay(replyBy, zone) }) : m.applications_no_promise({ employer: name })}
        </Text>
        <Disclosure label={m.applications_they_see_named({ what: formatShares(shares) })}>
          {switches}
          <Text size="small" quiet>
            {formatHiring(job)} {m.applications_who_text()}
          </Text>
        </Disclosure>
      </Stack>
    );
  }
  return (
    <Stack as="section" gap="s">
      {promise ? (
        <Promised state={nearness(replyBy, zone, now)} title={m.applications_hear({ day: formatReplyDay(replyBy, zone) })}>
          {percent !== null && m.applications_on_time({ percent: formatPercent(percent / 100) })}
        </Promised>
      ) : (
        <Text strong>{m.applications_no_promise({ employer: name })}</Text>
      )}
      <div>
        <Text strong>{m.applications_they_see()}</Text>
        {switches}
      </div>
      {hiring.length > 0 && (
        <CheckList>
          <Tick icon={Users}>
            <b>{m.applications_who()}</b> {formatHiring(job)} {m.applications_who_text()}
          </Tick>
        </CheckList>
      )}
    </Stack>
  );
}

function formatShares({ video, words, score, quickAnswers }: Shares): string {
  const shared = [
    ...(video ? [m.ui_share_video()] : []),
    ...(words ? [m.ui_share_words()] : []),
    ...(score ? [m.ui_share_score()] : []),
    ...(quickAnswers ? [m.ui_share_quick()] : []),
  ];
  return shared.length > 0 ? formatList(shared) : m.applications_nothing_shared();
}

function formatHiring({ hiring, hiringMore }: JobState): string {
  if (hiring.length === 0) return m.applications_nobody_yet();
  const others = hiringMore > 0 ? [m.applications_others({ count: hiringMore })] : [];
  return m.applications_hire_there({ names: formatList([...hiring, ...others]), count: hiring.length + hiringMore });
}

function Interviews({ states, chosen, onChoose }: { states: JobStates; chosen: string; onChoose: (id: string) => void }) {
  const [choosing, setChoosing] = useState(false);
  const current = states.interviews.find(({ id }) => id === chosen);
  if (current === undefined) return null;
  const describe = ({ endedAt, answers }: typeof current) => m.applications_interview_text({ day: endedAt ? formatDate(endedAt) : "", count: answers });
  if (states.interviews.length === 1 || !choosing) {
    return (
      <Stack gap="xs">
        <Text strong>{m.applications_interview()}</Text>
        <Text size="small" quiet>{`${current.title}, ${describe(current)}`}</Text>
        {states.interviews.length > 1 && (
          <Button variant="second" size="small" onClick={() => setChoosing(true)}>
            {m.applications_interview_change()}
          </Button>
        )}
      </Stack>
    );
  }
  return (
    <fieldset>
      <legend>{m.applications_interview()}</legend>
      {states.interviews.map((one) => (
        <OptionCard
          key={one.id}
          type="radio"
          name="interview"
          bare
          label={one.title}
          detail={describe(one)}
          checked={one.id === chosen}
          onChange={() => onChoose(one.id)}
        />
      ))}
    </fieldset>
  );
}

/** The jobs are saved, so that they can be sent after the interview, which comes next. */
function NoInterview({ title, jobs, onClose }: { title: string; jobs: readonly JobState[]; onClose: () => void }) {
  const save = useMutation(markJob);
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  const keep = async () => {
    setFailed(false);
    try {
      for (const job of jobs) await save.mutateAsync({ jobId: job.jobId, mark: "saved" });
      toast({ title: m.applications_saved(), description: m.applications_saved_text(), tone: "good" });
      navigate("/video-interview-prep");
    } catch {
      setFailed(true);
    }
  };
  return (
    <Dialog open onClose={onClose} title={title} text={m.applications_no_interview()}>
      {failed && <Banner tone="danger" title={m.applications_not_saved()} />}
      <Button full busy={save.isPending} onClick={() => void keep()}>
        {m.applications_save_first()}
      </Button>
    </Dialog>
  );
}
