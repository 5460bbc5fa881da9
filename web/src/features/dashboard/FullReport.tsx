import { useQuery } from "@tanstack/react-query";
import { rubricQuery } from "#/api/interviews.queries.ts";
import { reviewQuery } from "#/api/reviews.queries.ts";
import type { Competency, Interview, InterviewReport, Rubric } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { readingOf } from "./advice.ts";
import styles from "./FullReport.module.css";
import { Report } from "./Report.tsx";
import { HumanReview } from "./review/HumanReview.tsx";
import { Score } from "./Score.tsx";

/** The AI report, if there is one, and the human review; the human review comes first once it is done. */
export function FullResult({ interview, report }: { interview: Interview; report: InterviewReport | null }) {
  const { data } = useQuery(reviewQuery(interview.id));
  const read = data?.review?.settledAt != null;
  return (
    <>
      {read && <HumanReview interview={interview} />}
      {report && <FullReport interview={interview} report={report} />}
      {!read && <HumanReview interview={interview} />}
    </>
  );
}

/** Full details of a score: its calculation, the evidence, the meaning of every level, and the method. */
function FullReport({ interview, report }: { interview: Interview; report: InterviewReport }) {
  const { data: rubric } = useQuery(rubricQuery(interview.id));
  return (
    <>
      <Row top>
        <Score score={interview.aiScore} report={report} big />
        <Text size="small" quiet num className={styles.sum}>
          {howItComesAbout(interview, report)}
        </Text>
      </Row>
      <Report report={report} reading={readingOf(interview)} more={(one) => <Meanings competency={one} rubric={rubric} />} />
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

function howItComesAbout(interview: Interview, report: InterviewReport): string {
  const { aiScore } = interview;
  if (aiScore === null) {
    if (!report.needsPerson) return m.dashboard_report_no_score();
    return readingOf(interview) === "nobody" ? m.dashboard_report_no_score_nobody() : m.dashboard_report_no_score_person();
  }
  const sum = pointsOf(report, aiScore);
  return sum ? m.dashboard_report_sum(sum) : m.dashboard_report_score();
}

/** The descriptions of all five levels, with the reached one marked. The report is complete without the rubric. */
function Meanings({ competency: { competency, level }, rubric }: { competency: Competency; rubric: Rubric | undefined }) {
  const levels = rubric?.questions.find((question) => question.competency === competency)?.levels;
  if (!levels) return null;
  return (
    <Disclosure className={styles.meanings} label={m.dashboard_report_levels()}>
      <ol className={styles.levels}>
        {levels.map((one) => (
          <li key={one.level} className={one.level === level ? styles.reached : styles.level}>
            <b>{m.dashboard_report_level({ level: one.level })}</b> {one.text} {one.level === level && <Tag tone="good">{m.dashboard_report_reached()}</Tag>}
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}

const TOP_LEVEL = 5;

/** Returns the calculation of the score from the levels; null if the score was not calculated that way. */
export function pointsOf({ competencies }: InterviewReport, score: number | null): { points: number; most: number } | null {
  const levels = competencies.flatMap(({ level }) => level ?? []);
  const points = levels.reduce((sum, level) => sum + level, 0);
  const most = TOP_LEVEL * levels.length;
  return most > 0 && score === Math.round((100 * points) / most) ? { points, most } : null;
}
