import type { Person } from "#/api/deskPerson.queries.ts";
import { formatStage } from "#/desk/applications/filters.ts";
import { formatReason } from "#/desk/decide/words.ts";
import { zoneOf } from "#/desk/due/DueDay.tsx";
import { formatDay } from "#/format/due.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { pathTo } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Sharing.module.css";

type EarlierOne = Person["earlier"][number];
type Made = EarlierOne["moves"][number];

/** The candidate's other applications with this employer: who decided what, and the messages. Closed at first. */
export function Earlier({ earlier }: { earlier: readonly EarlierOne[] }) {
  if (earlier.length === 0) return null;
  return (
    <Disclosure
      plain
      className={styles.panel}
      label={
        <>
          {m.desk_person_earlier()}{" "}
          <Text as="span" quiet num>
            {formatCount(earlier.length)}
          </Text>
        </>
      }
    >
      <DividedList>
        {earlier.map((one) => (
          <Application key={one.id} one={one} />
        ))}
      </DividedList>
    </Disclosure>
  );
}

function Application({ one: { id, title, location, zone, stage, moves, messages } }: { one: EarlierOne }) {
  return (
    <li>
      <Row spread>
        <AppLink href={`/desk/applications/${id}`} aria-label={m.desk_person_earlier_open({ title })}>
          {title}
        </AppLink>
        <Tag>{formatStage(stage)}</Tag>
      </Row>
      {location && (
        <Text size="small" quiet>
          {location}
        </Text>
      )}
      {moves.map((made) => (
        <Move key={made.number} made={made} zone={zoneOf(zone)} />
      ))}
      {messages > 0 && (
        <Text size="small">
          <AppLink href={pathTo("/desk/messages", { application: id })}>
            {m.desk_person_earlier_messages({ count: messages, countText: formatCount(messages) })}
          </AppLink>
        </Text>
      )}
    </li>
  );
}

function Move({ made: { madeAt, toStage, name, reason, words }, zone }: { made: Made; zone: string }) {
  const what = { day: formatDay(madeAt, zone), stage: formatStage(toStage) };
  return (
    <>
      <Text size="small" quiet>
        {name ? m.desk_person_earlier_by({ ...what, name }) : m.desk_person_earlier_move(what)}
      </Text>
      {reason && <Text size="small">{formatReason(reason)}</Text>}
      {words && <Text size="small">{m.desk_person_quote({ quote: words })}</Text>}
    </>
  );
}
