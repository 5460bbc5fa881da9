import { formatDollars } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Slider } from "#/ui/Slider/Slider.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { RATE } from "./answers.ts";
import { Question } from "./Question.tsx";

interface PayQuestionProps {
  rate: number;
  /** Whether the rate comes from the job search. */
  offered: boolean;
  onChange: (rate: number) => void;
}

/** The minimum pay, in US dollars per hour. It always has an answer. */
export function PayQuestion({ rate, offered, onChange }: PayQuestionProps) {
  return (
    <Question title={m.questions_rate()} offered={offered}>
      <Pay low={rate} high={rate} big />
      <Slider
        min={RATE.min}
        max={RATE.max}
        value={rate}
        onChange={onChange}
        label={m.questions_rate_label()}
        format={(dollars) => m.questions_rate_value({ pay: formatDollars(dollars) })}
      />
      <Row spread aria-hidden="true">
        <RangeEnd dollars={RATE.min} />
        <RangeEnd dollars={RATE.max} />
      </Row>
    </Question>
  );
}

function RangeEnd({ dollars }: { dollars: number }) {
  return (
    <Text as="span" size="small" quiet num>
      {m.questions_rate_end({ pay: formatDollars(dollars) })}
    </Text>
  );
}
