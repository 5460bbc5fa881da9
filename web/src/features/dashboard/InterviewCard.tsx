import type { UseQueryResult } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Interview, User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { formatDate } from "#/format/dates.ts";
import { historyOf } from "./figures.ts";
import { Result } from "./Result.tsx";
import { Score } from "./Score.tsx";

/** The report and the player are large and rarely opened: they are lazy-loaded. */
const ReportDialog = lazy(async () => ({
  default: (await import("./interviews/ReportDialog.tsx")).ReportDialog,
}));
const RecordingDialog = lazy(async () => ({
  default: (await import("./recording/RecordingDialog.tsx")).RecordingDialog,
}));

/** The latest interview: its date, its score, and a button to take it again. What happens next says it before the first one. */
export function InterviewCard({ user, interviews }: { user: User; interviews: UseQueryResult<Interview[]> }) {
  const [latest] = historyOf(interviews.data ?? []);
  if (!latest && !user.interviewCompleted) return null;
  return (
    <TitledCard title={m.dashboard_status()}>
      <QueryState query={interviews} failed={m.dashboard_status_failed()}>
        {(all) => (
          <>
            {latest ? <Latest interview={latest} /> : <Past user={user} />}
            {all.length > 0 && <TextLink href="/interviews">{m.dashboard_status_all()}</TextLink>}
          </>
        )}
      </QueryState>
    </TitledCard>
  );
}

function Latest({ interview }: { interview: Interview }) {
  const [open, setOpen] = useState<"answers" | "report" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Row spread top>
        <Completed at={interview.endedAt} what={`${interview.jobTitle}, ${interview.companyName}`} />
        {interview.scoring === "done" && <Score score={interview.aiScore} report={interview.report} big />}
      </Row>
      <Result interview={interview} />
      <Row wrap>
        {(interview.scoring === "done" || interview.scoring === "declined") && (
          <Button variant="second" size="small" onClick={() => setOpen("report")}>
            {interview.scoring === "done" ? m.dashboard_status_report() : m.dashboard_person_open()}
          </Button>
        )}
        <Button variant="second" size="small" onClick={() => setOpen("answers")}>
          {m.dashboard_answers()}
        </Button>
        <Retake />
      </Row>
      {open === "report" && (
        <Suspense>
          <ReportDialog interview={interview} onClose={close} />
        </Suspense>
      )}
      {open === "answers" && (
        <Suspense>
          <RecordingDialog interview={interview} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** An interview whose record is no longer loaded. */
function Past({ user }: { user: User }) {
  return (
    <>
      <Completed at={user.interviewCompletedAt} />
      <Retake />
    </>
  );
}

function Retake() {
  return (
    <Button variant="second" size="small" href="/video-interview-prep">
      {m.dashboard_status_retake()}
    </Button>
  );
}

function Completed({ at, what }: { at: string | null; what?: string }) {
  return (
    <Stack gap="xs">
      <Row wrap>
        <Tag>{m.dashboard_status_completed()}</Tag>
        <Text as="span" size="small" quiet num>
          {at === null ? m.dashboard_status_recently() : formatDate(at)}
        </Text>
      </Row>
      {what && (
        <Text size="small" quiet>
          {what}
        </Text>
      )}
    </Stack>
  );
}
