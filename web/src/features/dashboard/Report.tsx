import type { ReactNode } from "react";
import type { Competency, InterviewReport } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Levels, type NoLevel } from "#/ui/Levels/Levels.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { NoQuote, Quote } from "#/ui/Quote/Quote.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { formatAdvice, adviceTone, type Reading, withoutLevel } from "./advice.ts";
import styles from "./Report.module.css";

const TOP_LEVEL = 5;
/** Up to this level, nothing is said about how sure it is: a sure low level is a verdict. */
const LOW_LEVEL = 2;
const SURE = {
  high: m.dashboard_sure_high,
  medium: m.dashboard_sure_medium,
  low: m.dashboard_sure_low,
} as const satisfies Record<Competency["confidence"], () => string>;

interface ReportProps {
  report: InterviewReport;
  reading: Reading;
  /** Content below each competency's evidence. */
  more: (competency: Competency) => ReactNode;
}

/**
 * The report as the decision makers also see it: the recommendation, and for each competency the level and the reason.
 */
export function Report({ report, reading, more }: ReportProps) {
  const { summary, recommendation, competencies } = report;
  return (
    <>
      <Stack gap="s">
        <Tag tone={adviceTone(recommendation)}>{formatAdvice(report, reading)}</Tag>
        <Text>{summary}</Text>
      </Stack>
      <DividedList className={styles.competencies}>
        {competencies.map((one) => (
          <Stack as="li" gap="xs" key={one.competency}>
            <Evidence competency={one} reading={reading} />
            {more(one)}
          </Stack>
        ))}
      </DividedList>
    </>
  );
}

const TO_RAISE = {
  none: m.dashboard_raise_none,
  awaited: m.dashboard_raise_person,
  read: m.dashboard_raise_person,
  nobody: m.dashboard_raise_person,
} as const satisfies Record<NoLevel, () => string>;

function Evidence({ competency: one, reading }: { competency: Competency; reading: Reading }) {
  const { competency, question, level, levelText, quote, confidence, raise } = one;
  const without = withoutLevel(one, reading);
  return (
    <>
      <Row spread wrap={level === null}>
        <Heading level={3} size={3}>
          {competency}
        </Heading>
        <Levels level={level} without={without} />
      </Row>
      <Text size="small" quiet>
        {m.dashboard_report_question({ question })}
      </Text>
      {level === null ? (
        <NoQuote>{without === "read" ? m.dashboard_level_read() : levelText}</NoQuote>
      ) : (
        <Text size="small">
          {m.dashboard_level({ level, text: levelText })} {level > LOW_LEVEL && SURE[confidence]()}
        </Text>
      )}
      {quote !== null && <Quote>{m.dashboard_quote({ words: quote })}</Quote>}
      {level !== TOP_LEVEL && (
        <Text size="small">
          <b>{level === null ? TO_RAISE[without]() : m.dashboard_raise()}</b> {raise}
        </Text>
      )}
    </>
  );
}
