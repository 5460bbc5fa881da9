import { useMutation } from "@tanstack/react-query";
import { markMessagesRead } from "#/api/deskMessages.queries.ts";
import { messageOf } from "#/api/errors.ts";
import type { FullJob, News } from "#/api/deskPerson.queries.ts";
import { DidMeet } from "#/desk/decide/DidMeet.tsx";
import { DueDay, zoneOf } from "#/desk/due/DueDay.tsx";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatCalendarDay, formatDay } from "#/format/due.ts";
import { formatCount } from "#/format/numbers.ts";
import { inSentence } from "#/format/sentences.ts";
import { calendarDate } from "#/format/zones.ts";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, pathTo } from "#/platform/paths.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { cx } from "#/ui/cx.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import styles from "./Today.module.css";

/** What came back, most urgent first: why each application is here, and what to do next. */
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
          <Item key={`${one.id} ${one.reason}`} news={one} now={now} />
        ))}
      </ul>
    </section>
  );
}

/** Jobs whose openings are all filled, with the way to tell the others. */
export function FullJobs({ jobs }: { jobs: readonly FullJob[] }) {
  return jobs.map(({ id, title, location, waiting: count }) => (
    <Callout key={id} as="section">
      <Row spread wrap>
        <Text>{m.desk_today_full({ title: location ? m.desk_person_job_at({ title, location }) : title })}</Text>
        <Button size="small" variant="second" href={closePath(title, id)}>
          {count > 0 ? m.desk_today_full_close({ count, countText: formatCount(count) }) : m.desk_today_full_close_alone()}
        </Button>
      </Row>
    </Callout>
  ));
}

/** Where a full job is closed, and the others who applied are told. */
const closePath = (title: string, job: string): AppPath => pathTo("/desk/jobs", { search: title, fill: job });

function Item({ news, now }: { news: News; now: number }) {
  const { id, name, firstName, title, location, replyBy, zone, words, wrote, hiredFor, deletesAt } = news;
  const { label, href } = nextStepOf(news);
  return (
    <li className={styles.news}>
      <div className={styles.newsHead}>
        <h3>
          <AppLink href={`/desk/applications/${id}`}>{name}</AppLink>
        </h3>
        {replyBy && <DueDay replyBy={replyBy} zone={zone} now={now} />}
        <Text size="small" quiet className={styles.newsJob}>
          {location ? m.desk_person_job_at({ title, location }) : title}
        </Text>
      </div>
      <p className={styles.reason}>{reasonOf(news)}</p>
      {deletesAt && (
        <Text size="small" strong>
          {m.desk_today_leaves({ name: firstName, day: formatDay(deletesAt, zoneOf(zone)) })}
        </Text>
      )}
      {hiredFor && (
        <Text size="small" strong>
          {m.desk_person_hired_for({ title: hiredFor })}
        </Text>
      )}
      {words && <p className={cx(styles.quote, styles.newsWords)}>{m.desk_person_quote({ quote: words })}</p>}
      {wrote && <p className={cx(styles.quote, styles.newsWords)}>{m.desk_today_wrote({ quote: wrote })}</p>}
      <Row wrap>
        <Button size="small" variant="second" href={href} aria-label={m.desk_today_do_named({ action: label, name, title })}>
          {label}
        </Button>
        {wrote && (
          <TextLink href={pathTo("/desk/messages", { application: id })} aria-label={m.desk_today_do_named({ action: m.desk_today_do_answer(), name, title })}>
            {m.desk_today_do_answer()}
          </TextLink>
        )}
        {news.missed && <DidMeet id={id} version={news.version} label={m.desk_today_do_named({ action: m.desk_decide_met_after_all(), name, title })} />}
        {PUT_AWAY.has(news.reason) && <MarkRead news={news} />}
      </Row>
    </li>
  );
}

/** What needs no answer. */
const PUT_AWAY: ReadonlySet<News["reason"]> = new Set(["message", "refused", "withdrew"]);

/** Puts away what needs no answer, for all members. */
function MarkRead({ news: { id, name, title, reason } }: { news: News }) {
  const { mutateAsync, isPending } = useMutation(markMessagesRead);
  const label = reason === "message" ? m.desk_today_message_read() : m.desk_today_got_it();
  const failed = (error: Error) => toast({ title: messageOf(error, m.desk_today_next_failed()), tone: "danger" });
  const markRead = () => void mutateAsync(id).catch(failed);
  return (
    <TextLink
      aria-label={m.desk_today_do_named({ action: label, name, title })}
      aria-disabled={isPending || undefined}
      onClick={() => !isPending && markRead()}
    >
      {label}
    </TextLink>
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
    case "unanswered":
      if (offer && offer.startOn < calendarDate(zoneOf(zone), new Date())) return m.desk_today_offer_past({ name, day: formatCalendarDay(offer.startOn) });
      return m.desk_today_unanswered({ name, day: offer?.answerBy ? formatCalendarDay(offer.answerBy) : day });
    case "accepted":
      return m.desk_today_accepted({ name, day: offer ? formatCalendarDay(offer.startOn) : day, shift: inSentence(offer?.firstShift ?? "") });
    case "refused":
      return m.desk_today_refused({ name });
    case "withdrew":
      return m.desk_today_withdrew({ name });
    case "message":
      return meetsAt ? m.desk_today_message_meeting({ name, when }) : m.desk_today_message({ name });
  }
}

/** Returns what a member does next, and where. */
function nextStepOf({ id, reason, own, job, jobLeft, title }: News): { label: string; href: AppPath } {
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
      return { label: m.desk_today_do_met(), href: person };
    case "meeting":
      return { label: m.desk_today_do_meeting(), href: person };
    case "unanswered":
    case "accepted":
      return { label: m.desk_today_do_see(), href: person };
    case "refused":
    case "withdrew":
      if (jobLeft === "full") return { label: m.desk_today_full_close_alone(), href: closePath(title, job) };
      if (jobLeft === "over") return { label: m.desk_today_do_see(), href: person };
      return { label: m.desk_today_do_others(), href: pathTo("/desk/applications", { view: "all_open", job }) };
    case "message":
      return { label: m.desk_today_do_answer(), href: pathTo("/desk/messages", { application: id }) };
  }
}
