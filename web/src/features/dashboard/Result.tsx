import type { ComponentType } from "react";
import type { Interview, InterviewReport } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Levels } from "#/ui/Levels/Levels.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { adviceTone, formatAdvice, readingOf, type Reading, withoutLevel } from "./advice.ts";

const DECLINED = {
  awaited: m.dashboard_result_declined,
  read: m.dashboard_result_declined_read,
  nobody: m.dashboard_result_declined_nobody,
} as const satisfies Record<Reading, () => string>;

/** `report` is null where the person chose no AI score. */
type FullProps = { interview: Interview; report: InterviewReport | null };

/** The result of a completed interview in short: the report, or why there is none (yet). `full` shows all details. */
export function Result({ interview, full: Full }: { interview: Interview; full?: ComponentType<FullProps> }) {
  switch (interview.scoring) {
    case "pending":
      return <Scoring />;
    case "declined":
      return (
        <>
          <Text>{DECLINED[readingOf(interview)]()}</Text>
          {Full && <Full interview={interview} report={null} />}
        </>
      );
    default: {
      const { report } = interview;
      if (interview.scoring !== "done" || !report)
        return <Text>{readingOf(interview) === "awaited" ? m.dashboard_result_none() : m.dashboard_result_nobody()}</Text>;
      return Full ? <Full interview={interview} report={report} /> : <InShort report={report} reading={readingOf(interview)} />;
    }
  }
}

/** The recommendation and the levels; their reasons are in the full report. */
function InShort({ report, reading }: { report: InterviewReport; reading: Reading }) {
  return (
    <>
      <Stack gap="s">
        <Tag tone={adviceTone(report.recommendation)}>{formatAdvice(report, reading)}</Tag>
        <Text>{report.summary}</Text>
      </Stack>
      <DividedList>
        {report.competencies.map((one) => (
          <Row as="li" spread key={one.competency}>
            <Text strong>{one.competency}</Text>
            <Levels level={one.level} without={withoutLevel(one, reading)} />
          </Row>
        ))}
      </DividedList>
    </>
  );
}

function Scoring() {
  return (
    <Row top role="status">
      <Spinner busy />
      <div>
        <Text strong>{m.dashboard_result_reading()}</Text>
        <Text size="small" quiet>
          {m.dashboard_result_reading_text()}
        </Text>
      </div>
    </Row>
  );
}
