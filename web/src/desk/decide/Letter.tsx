import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { letterQuery } from "#/api/deskDecide.queries.ts";
import type { DecideOptions, DraftMove, LetterPreview } from "#/api/types.ts";
import { formatPay } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";
import { pageLanguage } from "#/platform/language.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Letter.module.css";
import { formatJob } from "./pending.ts";

type LetterProps = { options: DecideOptions; /** Null while there is nothing to show. */ move: DraftMove | null };

/** Exactly what the candidate will read. The server words it, by the same code that sends it. */
export function Letter({ options, move }: LetterProps) {
  const { firstName: name, employer, payLow, payHigh, language } = options;
  const title = formatJob(options.title, options.location);
  const pay = formatPay({ low: payLow, high: payHigh });
  const otherLanguage =
    language === pageLanguage() ? null : language === "es" ? m.desk_decide_letter_spanish({ name }) : m.desk_decide_letter_english({ name });
  return (
    <Stack as="section" gap="s" aria-label={m.desk_decide_will_read({ name })}>
      <Heading level={3}>{m.desk_decide_will_read({ name })}</Heading>
      <div className={styles.letter}>
        <div className={styles.head}>
          <Text strong>{employer}</Text>
          <Text size="small" quiet>
            {pay ? m.desk_decide_job_pay({ title, pay }) : title}
          </Text>
        </div>
        {move ? <Loaded id={options.id} move={move} /> : <Text quiet>{m.desk_decide_letter_empty()}</Text>}
      </div>
      {otherLanguage && (
        <Text size="small" quiet>
          {otherLanguage}
        </Text>
      )}
    </Stack>
  );
}

function Loaded({ id, move }: { id: string; move: DraftMove }) {
  const query = useQuery({ ...letterQuery(id, move), placeholderData: keepPreviousData });
  return (
    <QueryState query={query} failed={m.desk_decide_letter_failed()}>
      {(preview) => <LetterText preview={preview} />}
    </QueryState>
  );
}

export function LetterText({ preview: { language, letter } }: { preview: LetterPreview }) {
  const { paragraphs, times, timesAfter } = letter;
  const shown = (texts: readonly string[]) =>
    texts.map((text) => (
      <p key={text} className={styles.paragraph}>
        {text}
      </p>
    ));
  return (
    <div lang={language} className={styles.text}>
      {shown(paragraphs.slice(0, times.length > 0 ? timesAfter : undefined))}
      {times.length > 0 && (
        <>
          <ul className={styles.times}>
            {times.map((time) => (
              <li key={time} className={styles.time}>
                {time}
              </li>
            ))}
          </ul>
          {shown(paragraphs.slice(timesAfter))}
        </>
      )}
    </div>
  );
}
