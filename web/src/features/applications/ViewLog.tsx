import type { Application } from "#/api/applications.queries.ts";
import { formatDuration } from "#/format/duration.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";

/** What one person did with an answer: how much of it they watched, or that they read it. Neither: they only opened it. */
interface Look {
  name: string;
  seconds: number;
  isRead: boolean;
}

/** Each answer with those who opened its recording, watched it or read it; to open the page alone is not enough. */
function looksByAnswer({ answers, views, openings }: Application) {
  return answers.map((answer) => {
    const viewed = views.filter((view) => view.answer === answer.order);
    const opened = openings.filter((one) => one.answer === answer.order);
    const names = [...new Set([...viewed, ...opened].map(({ name }) => name))];
    const looks = names.map((name): Look => {
      // A shorter view was no viewing: a decision does not name it either.
      const own = viewed.filter((view) => view.name === name && view.counts);
      const played = own.filter(({ kind }) => kind === "video").map(({ seconds }) => seconds);
      return { name, seconds: Math.max(0, ...played), isRead: own.some(({ kind }) => kind === "words") };
    });
    return { answer, looks };
  });
}

/** Who got the page with all texts, whatever they read of it. */
function pageOpenedBy({ openings }: Application): string[] {
  return [...new Set(openings.filter(({ answer }) => answer === null).map(({ name }) => name))];
}

/** Who opened the page, and apart from that what they watched or read. */
export function ViewLog({ application }: { application: Application }) {
  const rows = looksByAnswer(application);
  const openedBy = pageOpenedBy(application);
  if (rows.length === 0) return null;
  if (openedBy.length === 0 && rows.every(({ looks }) => looks.length === 0)) {
    return (
      <TitledCard title={m.applications_watched()}>
        <Text quiet>{m.applications_no_views()}</Text>
      </TitledCard>
    );
  }
  return (
    <TitledCard title={m.applications_watched()}>
      <DividedList>
        {rows.map(({ answer, looks }) => (
          <li key={answer.order}>
            <Row spread top>
              <Text strong>{answer.competency}</Text>
              {looks.length === 0 && (
                <Text size="small" quiet>
                  {m.applications_watched_not()}
                </Text>
              )}
            </Row>
            {looks.map((look) => (
              <Row key={look.name} spread top>
                <Text size="small" quiet>
                  {look.name}
                </Text>
                <Text size="small" quiet num>
                  {formatSeen(look, answer.duration)}
                </Text>
              </Row>
            ))}
          </li>
        ))}
      </DividedList>
      {openedBy.length > 0 && (
        <Text size="small" quiet>
          {m.applications_watched_page({ names: formatList(openedBy) })}
        </Text>
      )}
      <Text size="small" quiet>
        {m.applications_watched_note()}
      </Text>
    </TitledCard>
  );
}

function formatSeen({ seconds, isRead }: Look, duration: number | null): string {
  if (duration !== null && seconds > 0) {
    if (seconds >= duration - 1) return m.applications_watched_all();
    return m.applications_watched_part({ seen: formatDuration(seconds), all: formatDuration(duration) });
  }
  return isRead ? m.applications_watched_read() : m.applications_watched_begun();
}
