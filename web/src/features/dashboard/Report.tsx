import type { ReactNode } from "react";
import type { Competency, InterviewReport } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Levels } from "#/ui/Levels/Levels.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { NoQuote, Quote } from "#/ui/Quote/Quote.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { formatAdvice, adviceTone } from "./advice.ts";
import styles from "./Report.module.css";

const TOP_LEVEL = 5;
const SURE = {
  high: m.dashboard_sure_high,
  medium: m.dashboard_sure_medium,
  low: m.dashboard_sure_low,
} as const satisfies Record<Competency["confidence"], () => string>;

interface ReportProps {
  report: InterviewReport;
  /** Content below each competency's evidence. */
  more?: (competency: Competency) => ReactNode;
}

/**
 * The report as the decision makers also see it: the recommendation, and for each competency the level and the reason.
 */
export function Report({ report: { summary, recommendation, competencies }, more }: ReportProps) {
  return (
    <>
      <Stack gap="s">
        <Tag tone={adviceTone(recommendation)}>{formatAdvice(recommendation)}</Tag>
        <Text>{summary}</Text>
      </Stack>
      <DividedList className={styles.competencies}>
        {competencies.map((one) => (
          <Stack as="li" gap="xs" key={one.competency}>
            <Evidence competency={one} asked={more !== undefined} />
            {more?.(one)}
          </Stack>
        ))}
      </DividedList>
    </>
  );
}

function Evidence({ competency: one, asked }: { competency: Competency; asked: boolean }) {
  const { competency, question, level, levelText, quote, confidence, raise } = one;
  return (
    <>
      <Row spread>
        <Heading level={3} size={3}>
          {competency}
        </Heading>
        <Levels level={level} />
      </Row>
      {asked && <Text size="small" quiet>{m.dashboard_report_question({ question })}</Text>}
      {level === null ? (
        <NoQuote>{levelText}</NoQuote>
      ) : (
        <Text size="small" quiet={!asked}>
          {m.dashboard_level({ level, text: levelText })} {SURE[confidence]()}
        </Text>
      )}
      {quote !== null && <Quote>{m.dashboard_quote({ words: quote })}</Quote>}
      {level !== TOP_LEVEL && (
        <Text size="small">
          <b>{level === null ? m.dashboard_raise_none() : m.dashboard_raise()}</b> {raise}
        </Text>
      )}
    </>
  );
}
