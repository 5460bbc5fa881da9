import { Play } from "lucide-react";
import { useState } from "react";
import type { Interview, InterviewReport } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { useDraftOwner } from "#/session/drafts.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { adviceTone, formatAdvice, readingOf } from "../advice.ts";
import { formatDate } from "#/format/dates.ts";
import { hasCorrection } from "../corrections.ts";
import { minutesOf } from "../figures.ts";
import { RecordingDialog } from "../recording/RecordingDialog.tsx";
import { Result } from "../Result.tsx";
import { Score } from "../Score.tsx";
import { formatMinutes } from "../format.ts";
import { ReportDialog } from "./ReportDialog.tsx";
import { StateTag } from "./StateTag.tsx";

const SHOWN = 50;

type Opened = { what: "recording" | "report"; id: string } | null;

/** Completed interviews with their scores, 50 at a time, and the dialogs for report and recording. */
export function History({ interviews }: { interviews: Interview[] }) {
  const [opened, setOpened] = useState<Opened>(null);
  const [most, setMost] = useState(SHOWN);
  const close = () => setOpened(null);
  // Looked up on each render, so that an open dialog shows updates.
  const shown = interviews.find(({ id }) => id === opened?.id) ?? null;
  const shownIn = (what: "recording" | "report") => (opened?.what === what ? shown : null);
  const owner = useDraftOwner();
  const unsaved = interviews.filter(({ id }) => opened?.id !== id && hasCorrection(owner, id));
  return (
    <TitledCard title={m.dashboard_interviews_history()}>
      {unsaved.map(({ id, jobTitle: job }) => (
        <Banner key={id} tone="plain" title={m.dashboard_words_kept({ job })}>
          <Stack gap="s">
            <Text>{m.dashboard_words_kept_text()}</Text>
            <Row>
              <Button size="small" aria-label={m.dashboard_words_kept_open_of({ job })} onClick={() => setOpened({ what: "report", id })}>
                {m.dashboard_words_kept_open()}
              </Button>
            </Row>
          </Stack>
        </Banner>
      ))}
      <DividedList>
        {interviews.slice(0, most).map((interview) => (
          <Stack as="li" gap="s" key={interview.id}>
            <Session interview={interview} onOpen={(what) => setOpened({ what, id: interview.id })} />
          </Stack>
        ))}
      </DividedList>
      {interviews.length > most && (
        <Button variant="second" full="phone" onClick={() => setMost(most + SHOWN)}>
          {m.dashboard_interviews_more()}
        </Button>
      )}
      <RecordingDialog interview={shownIn("recording")} onClose={close} />
      <ReportDialog interview={shownIn("report")} onClose={close} />
    </TitledCard>
  );
}

interface SessionProps {
  interview: Interview;
  onOpen: (what: "recording" | "report") => void;
}

function Session({ interview, onOpen }: SessionProps) {
  const { jobTitle: job, aiScore, recordingUrl, report, scoring } = interview;
  const date = formatDate(interview.endedAt ?? interview.scheduledAt);
  return (
    <>
      <Row spread top>
        <div>
          <Heading level={3}>{job}</Heading>
          <Text size="small" quiet num>
            {whenAndHowLong(interview, date)}
          </Text>
        </div>
        {scoring === "done" && <Score score={aiScore} report={report} />}
      </Row>
      <Row wrap>
        <StateTag interview={interview} />
        {report && <Tag tone={adviceTone(report.recommendation)}>{formatAdvice(report, readingOf(interview))}</Tag>}
      </Row>
      {report ? <InShort report={report} /> : <Result interview={interview} />}
      <Row wrap>
        {recordingUrl && (
          <Button variant="second" size="small" aria-label={m.dashboard_interviews_recording_named({ job, date })} onClick={() => onOpen("recording")}>
            <Icon as={Play} size="s" />
            {m.dashboard_interviews_recording()}
          </Button>
        )}
        <Button variant="second" size="small" aria-label={m.dashboard_interviews_report_named({ job, date })} onClick={() => onOpen("report")}>
          {m.dashboard_interviews_report()}
        </Button>
      </Row>
    </>
  );
}

function InShort({ report: { summary } }: { report: InterviewReport }) {
  return (
    <Callout>
      <Stack gap="xs">
        <Text size="small" strong>
          {m.dashboard_interviews_summary()}
        </Text>
        <Text size="small">{summary}</Text>
      </Stack>
    </Callout>
  );
}

function whenAndHowLong(interview: Interview, date: string): string {
  const minutes = minutesOf(interview);
  return minutes === null ? date : m.dashboard_interviews_when({ date, duration: formatMinutes(minutes) });
}
