import { m } from "#/messages.gen/messages.js";
import { Choice } from "#/ui/Choice/Choice.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Slider } from "#/ui/Slider/Slider.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import {
  type AnswerAction,
  type Answers,
  AVAILABILITY,
  EMPLOYMENT_TYPES,
  EXPERIENCE,
  type QuestionName,
  RATE,
  START_DATES,
} from "./answers.ts";
import { AVAILABILITY_LABELS, EMPLOYMENT_LABELS, EXPERIENCE_LABELS, START_LABELS } from "./labels.ts";
import { Question } from "./Question.tsx";

interface QuestionListProps {
  answers: Answers;
  dispatch: (action: AnswerAction) => void;
  /** The questions to point at because they wait for an answer. */
  missing: QuestionName[];
}

/** All six questions. Every control carries its question's name, so that the form can find it. */
export function QuestionList({ answers, dispatch, missing }: QuestionListProps) {
  const errorOf = (name: QuestionName) => (missing.includes(name) ? m.questions_missing_one() : undefined);
  return (
    <div>
      <Question title={m.questions_employment()} error={errorOf("employmentType")}>
        {EMPLOYMENT_TYPES.map((id) => (
          <Choice
            key={id}
            type="radio"
            name="employmentType"
            label={EMPLOYMENT_LABELS[id].label()}
            detail={EMPLOYMENT_LABELS[id].detail()}
            checked={answers.employmentType === id}
            onChange={() => dispatch({ type: "set", answer: { employmentType: id } })}
          />
        ))}
      </Question>
      <Question title={m.questions_experience()} error={errorOf("experience")}>
        {EXPERIENCE.map((id) => (
          <Choice
            key={id}
            type="radio"
            name="experience"
            label={EXPERIENCE_LABELS[id]()}
            checked={answers.experience === id}
            onChange={() => dispatch({ type: "set", answer: { experience: id } })}
          />
        ))}
      </Question>
      <Question
        title={m.questions_availability()}
        hint={m.questions_availability_hint()}
        error={errorOf("availability")}
      >
        {AVAILABILITY.map((id) => (
          <Choice
            key={id}
            type="checkbox"
            name="availability"
            label={AVAILABILITY_LABELS[id]()}
            checked={answers.availability.includes(id)}
            onChange={() => dispatch({ type: "toggle", availability: id })}
          />
        ))}
      </Question>
      <Question title={m.questions_rate()}>
        <Rate
          value={answers.hourlyRate}
          onChange={(hourlyRate) => dispatch({ type: "set", answer: { hourlyRate } })}
        />
      </Question>
      <Question title={m.questions_start()} error={errorOf("startDate")}>
        {START_DATES.map((id) => (
          <Choice
            key={id}
            type="radio"
            name="startDate"
            label={START_LABELS[id]()}
            checked={answers.startDate === id}
            onChange={() => dispatch({ type: "set", answer: { startDate: id } })}
          />
        ))}
      </Question>
      <Question title={m.questions_zip()}>
        <Field
          label={m.questions_zip_label()}
          hint={m.questions_zip_hint()}
          error={missing.includes("zipCode") ? m.questions_zip_wrong() : undefined}
          short
          name="zipCode"
          inputMode="numeric"
          autoComplete="postal-code"
          maxLength={5}
          pattern="[0-9]{5}"
          value={answers.zipCode}
          onChange={(event) => dispatch({ type: "zip", typed: event.target.value })}
        />
      </Question>
    </div>
  );
}

function Rate({ value, onChange }: { value: number; onChange: (rate: number) => void }) {
  return (
    <div>
      <Pay low={value} high={value} big />
      <Slider
        min={RATE.min}
        max={RATE.max}
        value={value}
        onChange={onChange}
        label={m.questions_rate_label()}
        format={(dollars) => m.questions_rate_value({ dollars })}
      />
      <Row spread aria-hidden="true">
        <Text as="span" size="small" quiet num>
          {m.questions_rate_end({ dollars: RATE.min })}
        </Text>
        <Text as="span" size="small" quiet num>
          {m.questions_rate_end({ dollars: RATE.max })}
        </Text>
      </Row>
    </div>
  );
}
