import type { News } from "#/api/deskPerson.queries.ts";
import { zoneOf } from "#/desk/due/due.ts";
import { DueDay } from "#/desk/due/DueDay.tsx";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatCalendarDay, formatDay } from "#/format/due.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, pathTo } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./Today.module.css";

/** What came back, most urgent first: for each application why it is here, and what to do next. */
export function NewsList({ news, now }: { news: readonly News[]; now: number }) {
  if (news.length === 0) return null;
  return (
    <section aria-labelledby="news">
      <div className={styles.head}>
        <Heading level={2} size={3} id="news">
          {m.desk_today_news()}
        </Heading>
        <Text as="span" quiet num>
          {formatCount(news.length)}
        </Text>
      </div>
      <ul className={styles.card}>
        {news.map((one) => (
          <Item key={one.id} news={one} now={now} />
        ))}
      </ul>
    </section>
  );
}

function Item({ news, now }: { news: News; now: number }) {
  const { id, name, title, location, replyBy, zone, words } = news;
  const { label, href } = nextStepOf(news);
  return (
    <li className={styles.news}>
      <div className={styles.newsHead}>
        <div>
          <h3>
            <AppLink href={`/desk/applications/${id}`}>{name}</AppLink>
          </h3>
          <Text size="small" quiet>
            {location ? m.desk_person_job_at({ title, location }) : title}
          </Text>
        </div>
        {replyBy && <DueDay replyBy={replyBy} zone={zone} now={now} />}
      </div>
      <p className={styles.reason}>{reasonOf(news)}</p>
      {words && <p className={cx(styles.quote, styles.newsWords)}>{m.desk_person_quote({ quote: words })}</p>}
      <Button size="small" variant="second" href={href} aria-label={m.desk_today_do_named({ action: label, name, title })}>
        {label}
      </Button>
    </li>
  );
}

/** Returns why an application is here, in a sentence. */
function reasonOf({ reason, firstName: name, zone, by, own, at, meetsAt, offer }: News): string {
  const who = by ?? m.desk_decide_someone();
  const when = meetsAt ? formatAppointmentIn(zoneOf(zone), meetsAt) : "";
  const day = formatDay(meetsAt ?? at, zoneOf(zone));
  switch (reason) {
    case "answered":
      return m.desk_today_answered({ name });
    case "none_fit":
      return meetsAt ? m.desk_today_cannot_come({ name, when }) : m.desk_today_none_fit({ name });
    case "look":
      return own ? m.desk_today_look_own({ name }) : m.desk_today_look({ name });
    case "no_show":
      return m.desk_today_no_show({ name, day });
    case "canceled":
      return own ? m.desk_today_canceled_own({ name }) : m.desk_today_canceled({ name, who });
    case "met":
      return own ? m.desk_today_met_own({ name, day }) : m.desk_today_met({ name, who, day });
    case "meeting_over":
      return m.desk_today_meeting_over({ name, when });
    case "meeting":
      return m.desk_today_meeting({ name, when });
    case "accepted":
      return m.desk_today_accepted({ name, day: offer ? formatCalendarDay(offer.startOn) : day, shift: offer?.firstShift ?? "" });
    case "refused":
      return m.desk_today_refused({ name });
    case "withdrew":
      return m.desk_today_withdrew({ name });
    case "message":
      return m.desk_today_message({ name });
  }
}

/** Returns what a member does next, and where. */
function nextStepOf({ id, reason, own, job }: News): { label: string; href: AppPath } {
  const person: AppPath = `/desk/applications/${id}`;
  const decide = (action: string) => pathTo(person as `/desk/applications/${string}`, { decide: action });
  switch (reason) {
    case "answered":
      return { label: m.desk_today_do_decide(), href: decide("invite") };
    case "none_fit":
    case "no_show":
    case "canceled":
      return { label: m.desk_today_do_times(), href: decide("invite") };
    case "look":
      return own ? { label: m.desk_today_do_see(), href: person } : { label: m.desk_today_do_look(), href: pathTo(person, { play: "" }) };
    case "met":
      return { label: m.desk_today_do_offer(), href: decide("offer") };
    case "meeting_over":
      return { label: m.desk_today_do_met(), href: decide("offer") };
    case "meeting":
      return { label: m.desk_today_do_meeting(), href: person };
    case "accepted":
      return { label: m.desk_today_do_see(), href: person };
    case "refused":
    case "withdrew":
      return { label: m.desk_today_do_others(), href: pathTo("/desk/applications", { view: "needs_reply", job }) };
    case "message":
      return { label: m.desk_today_do_answer(), href: pathTo("/desk/messages", { application: id }) };
  }
}
