import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { PlaceField } from "#/ui/Field/PlaceField.tsx";
import { type AnswerAction, type Answers, AVAILABILITY, EMPLOYMENT_TYPES, EXPERIENCE, type QuestionName, START_DATES } from "./answers.ts";
import { AVAILABILITY_LABELS, EMPLOYMENT_LABELS, EXPERIENCE_LABELS, START_LABELS } from "./labels.ts";
import { PayQuestion } from "./PayQuestion.tsx";
import { Question } from "./Question.tsx";

interface QuestionProps {
  answers: Answers;
  dispatch: (action: AnswerAction) => void;
  /** The questions whose answer comes from the job search. */
  offered: QuestionName[];
  /** The unanswered questions to highlight. */
  missing: QuestionName[];
}

interface QuestionListProps extends QuestionProps {
  /** An ambiguous place in the job search ("downtown"). */
  placeSaid: string | null;
  /** Why the server did not take the zip code. */
  zipRefused: string | undefined;
}

/** All quick questions. Every control has its question's name, so that the form can find it. */
export function QuestionList(props: QuestionListProps) {
  return (
    <div>
      {Object.entries(QUESTIONS).map(([name, One]) => (
        <One key={name} {...props} />
      ))}
    </div>
  );
}

/** In page order. */
const QUESTIONS: Record<QuestionName, (props: QuestionListProps) => ReactNode> = {
  employmentType: Employment,
  experience: Experience,
  availability: Availability,
  hourlyRate: Pay,
  startDate: StartDate,
  zipCode: ZipCode,
};

function Pay({ answers, dispatch, offered }: QuestionProps) {
  return (
    <PayQuestion
      rate={answers.hourlyRate}
      offered={offered.includes("hourlyRate")}
      onChange={(hourlyRate) => dispatch({ type: "set", answer: { hourlyRate } })}
    />
  );
}

function Employment({ answers, dispatch, offered, missing }: QuestionProps) {
  return (
    <Question title={m.questions_employment()} offered={offered.includes("employmentType")} error={pointAt("employmentType", missing)}>
      {EMPLOYMENT_TYPES.map((id) => (
        <OptionCard
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
  );
}

function Experience({ answers, dispatch, offered, missing }: QuestionProps) {
  return (
    <Question title={m.questions_experience()} offered={offered.includes("experience")} error={pointAt("experience", missing)}>
      {EXPERIENCE.map((id) => (
        <OptionCard
          key={id}
          type="radio"
          name="experience"
          label={EXPERIENCE_LABELS[id]()}
          checked={answers.experience === id}
          onChange={() => dispatch({ type: "set", answer: { experience: id } })}
        />
      ))}
    </Question>
  );
}

function Availability({ answers, dispatch, offered, missing }: QuestionProps) {
  return (
    <Question
      title={m.questions_availability()}
      hint={m.questions_availability_hint()}
      offered={offered.includes("availability")}
      error={pointAt("availability", missing)}
    >
      {AVAILABILITY.map((id) => (
        <OptionCard
          key={id}
          type="checkbox"
          name="availability"
          label={AVAILABILITY_LABELS[id]()}
          checked={answers.availability.includes(id)}
          onChange={() => dispatch({ type: "toggle", availability: id })}
        />
      ))}
    </Question>
  );
}

function StartDate({ answers, dispatch, offered, missing }: QuestionProps) {
  return (
    <Question title={m.questions_start()} offered={offered.includes("startDate")} error={pointAt("startDate", missing)}>
      {START_DATES.map((id) => (
        <OptionCard
          key={id}
          type="radio"
          name="startDate"
          label={START_LABELS[id]()}
          checked={answers.startDate === id}
          onChange={() => dispatch({ type: "set", answer: { startDate: id } })}
        />
      ))}
    </Question>
  );
}

function ZipCode({ answers, dispatch, offered, missing, placeSaid, zipRefused }: QuestionListProps) {
  return (
    <Question title={m.questions_zip()} offered={offered.includes("zipCode")}>
      <PlaceField
        hint={placeSaid ? m.questions_zip_near({ place: placeSaid }) : m.questions_zip_hint()}
        error={missing.includes("zipCode") ? m.questions_zip_wrong() : zipRefused}
        name="zipCode"
        value={answers.zipCode}
        onChange={(event) => dispatch({ type: "zip", typed: event.target.value })}
      />
    </Question>
  );
}

function pointAt(name: QuestionName, missing: QuestionName[]): string | undefined {
  return missing.includes(name) ? m.questions_missing_one() : undefined;
}
