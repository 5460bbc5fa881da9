import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { type JobState, type JobStates, jobStatesQuery } from "#/api/applications.queries.ts";
import { DUE_REFRESH_MS, formatReplyDay, nearness } from "#/format/due.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { outsideAddress } from "#/platform/outside.ts";
import { pathTo } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Due } from "#/ui/Due/Due.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { formatStage } from "./progress.ts";
import { useSeveral } from "./several.ts";

const ApplySheet = lazy(() => import("./ApplySheet.tsx"));

interface ApplyButtonProps {
  jobId: string;
  title: string;
  /** The jobs around it, whose states are loaded in the same request. */
  around: readonly string[];
}

/** Apply, or what became of it: sent, closed, or not possible here. */
export function ApplyButton({ jobId, title, around }: ApplyButtonProps) {
  // The job as it was when the sheet opened: once sent, it is no longer open, but its sheet still is.
  const [applying, setApplying] = useState<JobState | null>(null);
  const { data } = useQuery(jobStatesQuery(around));
  const state = data?.jobs.find((one) => one.jobId === jobId);
  if (data === undefined || state === undefined) return null;
  return (
    <>
      <Standing state={state} states={data} title={title} onApply={() => setApplying(state)} />
      {applying && (
        <Suspense>
          <ApplySheet jobs={[applying]} states={data} onClose={() => setApplying(null)} />
        </Suspense>
      )}
    </>
  );
}

interface StandingProps {
  state: JobState;
  states: JobStates;
  title: string;
  onApply: () => void;
}

function Standing({ state, states, title, onApply }: StandingProps) {
  const { picked, toggle } = useSeveral();
  const site = outsideAddress(state.url);
  const now = useNow(DUE_REFRESH_MS);
  switch (state.state) {
    case "applied":
      return (
        <Row wrap>
          <Tag tone={state.turn !== null || state.stage === "hired" ? "good" : "plain"}>{formatStage(state.stage ?? "", state.lastAction ?? undefined)}</Tag>
          {state.replyBy && state.zone && <ReplyDay by={state.replyBy} zone={state.zone} now={now} />}
          {state.turn === "employer" && !state.staffed && (
            <Text size="small" quiet>
              {m.applications_absent()}
            </Text>
          )}
          <TextLink href={pathTo("/application", { id: state.applicationId ?? "" })}>{m.applications_see()}</TextLink>
        </Row>
      );
    case "not_here":
      return (
        <Text size="small" quiet>
          {m.applications_not_here()}{" "}
          {site && (
            <AppLink outside={site} rel="noreferrer">
              {m.applications_their_site()}
            </AppLink>
          )}
        </Text>
      );
    case "closed":
      return (
        <Text size="small" quiet>
          {state.filled ? m.applications_job_filled() : m.applications_job_closed()}
        </Text>
      );
    case "open":
      if (picked === null) {
        return (
          <Button size="small" full="phone" aria-label={m.applications_apply_to({ title })} onClick={onApply}>
            {m.applications_apply()}
          </Button>
        );
      }
      return (
        <OptionCard
          type="checkbox"
          label={m.applications_several_pick({ title })}
          checked={picked.some((one) => one.jobId === state.jobId)}
          onChange={() => toggle(state, states)}
        />
      );
  }
}

/** When the reply is due, or was. */
function ReplyDay({ by, zone, now }: { by: string; zone: string; now: number }) {
  const state = nearness(by, zone, now);
  const day = formatReplyDay(by, zone);
  return <Due state={state}>{state === "gone" ? m.applications_promised({ day }) : m.applications_hear({ day })}</Due>;
}
