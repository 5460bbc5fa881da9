import { type PointerEvent, type ReactNode, useId } from "react";
import { CircleAlert } from "lucide-react";
import { formatDollars } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";
import { isMotionReduced } from "#/platform/motion.ts";
import { cx } from "#/ui/cx.ts";
import { PlaceField } from "#/ui/Field/PlaceField.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Slider } from "#/ui/Slider/Slider.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { type AnswerAction, type Answers, AVAILABILITY, EMPLOYMENT_TYPES, EXPERIENCE, type QuestionName, RATE, START_DATES } from "./answers.ts";
import { AVAILABILITY_LABELS, EMPLOYMENT_LABELS, EXPERIENCE_LABELS, START_LABELS } from "./labels.ts";
import styles from "./QuestionList.module.css";

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
  /** The zip code of the place where they search: it need not be where they live. */
  searched: string | undefined;
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
  hourlyRate: HourlyRate,
  startDate: StartDate,
  zipCode: ZipCode,
};

/** The minimum pay, in US dollars per hour. It always has an answer, so the hint says which one is used. */
function HourlyRate({ answers, dispatch, offered }: QuestionProps) {
  const rate = answers.hourlyRate;
  return (
    <Question title={m.questions_rate()} hint={m.questions_rate_used({ pay: formatDollars(rate) })} offered={offered.includes("hourlyRate")}>
      <Pay low={rate} high={rate} big />
      <Slider
        min={RATE.min}
        max={RATE.max}
        value={rate}
        onChange={(hourlyRate) => dispatch({ type: "set", answer: { hourlyRate } })}
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

function ZipCode({ answers, dispatch, missing, placeSaid, searched, zipRefused }: QuestionListProps) {
  const isSearched = searched !== undefined && answers.zipCode.trim() === searched;
  return (
    <Question title={m.questions_zip()} hint={isSearched ? m.questions_zip_searched() : ""}>
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

function RangeEnd({ dollars }: { dollars: number }) {
  return (
    <Text as="span" size="small" quiet num>
      {m.questions_rate_end({ pay: formatDollars(dollars) })}
    </Text>
  );
}

interface QuestionFrameProps {
  title: string;
  hint?: string;
  /** The answer comes from the job search: say so, because nobody gave it here. */
  offered?: boolean;
  /** The error message for the answer. */
  error?: string | undefined;
  children: ReactNode;
}

/** After a tap on the only answer to a question, the next question is brought into view. */
function showNext({ pointerType, target, currentTarget }: PointerEvent<HTMLFieldSetElement>): void {
  if (pointerType !== "touch" || !(target instanceof Element) || !target.closest("label:has([type='radio'])")) return;
  const behavior = isMotionReduced() ? "auto" : "smooth";
  const next = currentTarget.nextElementSibling;
  requestAnimationFrame(() => next?.scrollIntoView({ block: "nearest", behavior }));
}

/** One question with its answers. The group has the hint and the error. */
function Question({ title, hint, offered = false, error, children }: QuestionFrameProps) {
  const id = useId();
  return (
    <fieldset
      className={styles.question}
      aria-describedby={cx(hint && `${id}-hint`, offered && `${id}-offered`, error && `${id}-error`) || undefined}
      onPointerUp={showNext}
    >
      <legend className={styles.title}>{title}</legend>
      {hint && (
        <Text quiet id={`${id}-hint`} className={styles.hint}>
          {hint}
        </Text>
      )}
      {offered && (
        <Text size="small" id={`${id}-offered`} className={styles.offered}>
          {m.questions_offered()}
        </Text>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <Icon as={CircleAlert} size="s" />
          {error}
        </p>
      )}
      <div className={styles.options}>{children}</div>
    </fieldset>
  );
}
