import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Lines } from "#/ui/Lines/Lines.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Answers.module.css";

type Take = Interview["takes"][number];

/** Every answer with its question: the recording if there is one, and the words that are scored. */
export function Answers({ interview: { responses, takes } }: { interview: Interview }) {
  if (responses.length === 0) return <Text quiet>{m.dashboard_answers_none()}</Text>;
  return (
    <Lines>
      {responses.map(({ responseOrder, questionText, responseText, takeNumber }) => {
        const take = takes.find(({ number }) => number === takeNumber);
        return (
          <Stack as="li" gap="s" key={responseOrder}>
            <Heading level={3}>{questionText}</Heading>
            <div className={take && styles.beside}>
              {take ? <Recording take={take} question={questionText} /> : <Tag>{m.dashboard_answers_typed()}</Tag>}
              <Text className={styles.words}>{responseText}</Text>
            </div>
          </Stack>
        );
      })}
    </Lines>
  );
}

/** The words beside it say what is heard, so the player needs no captions. */
function Recording({ take: { url, state, mimeType }, question }: { take: Take; question: string }) {
  const label = m.dashboard_answers_video({ question });
  if (url === null) {
    const text = state === "failed" ? m.dashboard_answers_failed() : m.dashboard_answers_waiting();
    return (
      <Text size="small" quiet>
        {text}
      </Text>
    );
  }
  return mimeType?.startsWith("audio/") ? (
    <audio controls preload="metadata" src={url} aria-label={label} className={styles.sound} />
  ) : (
    <video controls preload="metadata" playsInline src={url} aria-label={label} className={styles.video} />
  );
}
