import { useQuery } from "@tanstack/react-query";
import { rubricQuery } from "#/api/interviews.queries.ts";
import type { Competency, Interview, InterviewReport, Rubric } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import styles from "./FullReport.module.css";
import { pointsOf } from "./pointsOf.ts";
import { Report } from "./Report.tsx";
import { Score } from "./Score.tsx";

/** Full details of a score: its calculation, the evidence, the meaning of every level, and the method. */
export function FullReport({ interview, report }: { interview: Interview; report: InterviewReport }) {
  const { data: rubric } = useQuery(rubricQuery(interview.id));
  return (
    <>
      <Row top>
        <Score score={interview.aiScore} big />
        <Text size="small" quiet num className={styles.sum}>
          {howItComesAbout(interview, report)}
        </Text>
      </Row>
      <Report report={report} awaited={interview.awaitsPerson} more={(one) => <Meanings competency={one} rubric={rubric} />} />
      <Callout>
        <Stack gap="xs">
          <Text size="small" strong>
            {m.dashboard_report_how()}
          </Text>
          <Text size="small">{m.dashboard_report_how_text()}</Text>
          {/* A page of the server, outside of the app. */}
          <Text size="small">
            <AppLink outside="/how-ai-is-used">{m.privacy_more_ai()}</AppLink>
          </Text>
          {report.correctedAnswers > 0 && <Text size="small">{m.dashboard_report_corrected()}</Text>}
          {report.scorer !== null && rubric && (
            <Text size="small" quiet>
              {m.dashboard_report_method({ scorer: report.scorer, plan: rubric.title, version: rubric.planVersion })}
            </Text>
          )}
        </Stack>
      </Callout>
    </>
  );
}

function howItComesAbout({ aiScore }: Interview, report: InterviewReport): string {
  if (aiScore === null) {
    return report.needsPerson ? m.dashboard_report_no_score_person() : m.dashboard_report_no_score();
  }
  const sum = pointsOf(report, aiScore);
  return sum ? m.dashboard_report_sum(sum) : m.dashboard_report_score();
}

/** The descriptions of all five levels, with the reached one marked. The report is complete without the rubric. */
function Meanings({ competency: { competency, level }, rubric }: { competency: Competency; rubric: Rubric | undefined }) {
  const levels = rubric?.questions.find((question) => question.competency === competency)?.levels;
  if (!levels) return null;
  return (
    <details className={styles.meanings}>
      <summary className={styles.open}>{m.dashboard_report_levels()}</summary>
      <ol className={styles.levels}>
        {levels.map((one) => (
          <li key={one.level} className={one.level === level ? styles.reached : styles.level}>
            <b>{m.dashboard_report_level({ level: one.level })}</b> {one.text} {one.level === level && <Tag tone="good">{m.dashboard_report_reached()}</Tag>}
          </li>
        ))}
      </ol>
    </details>
  );
}
