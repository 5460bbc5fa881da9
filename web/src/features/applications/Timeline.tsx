import { Calendar, Check, type LucideIcon, MessageCircle, Minus, Sunrise, View as Watched } from "lucide-react";
import type { Application } from "#/api/applications.queries.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatDate, formatDateTime } from "#/format/dates.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { paragraphsOf } from "./progress.ts";
import styles from "./Timeline.module.css";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";

type Move = Application["moves"][number];
type View = Application["views"][number];
type Entry = {
  key: string;
  icon: LucideIcon;
  at: string;
  /** Shown instead of `at`: when they met. */
  when: string | null;
  title: string;
  letter: string[];
  /** What the candidate wrote. */
  own: string | null;
  /** A message was sent, and its text is no longer known. */
  lost: boolean;
};

/** What an entry is about, at a glance; its words say the same. */
const ICONS: Partial<Record<string, LucideIcon>> = {
  submit: Check,
  ask: MessageCircle,
  answer: MessageCircle,
  invite: Calendar,
  choose_time: Calendar,
  refuse_times: Calendar,
  meet: Calendar,
  no_show: Calendar,
  cancel: Calendar,
  offer: Sunrise,
  accept: Sunrise,
  look_again: Watched,
};

/** Moves that the employer writes with. */
const WRITES = new Set(["ask", "invite", "offer", "decline", "close", "cancel"]);

/** What happened, newest first: moves with their letters, and views. */
export function Timeline({ application }: { application: Application }) {
  const moves = application.moves
    .filter(({ action }) => action !== "view")
    .map((move) => ({
      key: `move ${move.number}`,
      icon: ICONS[move.action] ?? Minus,
      at: move.madeAt,
      when: meetingTimeOf(move, application),
      title: formatMove(move, application, hadTime(move, application)),
      letter: paragraphsOf(move),
      own: move.actor === "candidate" ? move.words : null,
      lost: WRITES.has(move.action) && !move.letter,
    }));
  // Views with an earlier application that has the same answers are in its own history.
  const since = application.submittedAt;
  const views = viewsByDay(application.views.filter(({ counts, beganAt }) => counts && beganAt >= since)).map(([first, ...more]) => ({
    key: `view ${first.id}`,
    icon: Watched,
    at: first.beganAt,
    when: null,
    title: formatViews(first, more),
    letter: [],
    own: null,
    lost: false,
  }));
  const entries: Entry[] = [...moves, ...views].sort((a, b) => b.at.localeCompare(a.at));
  return (
    <ol className={styles.line}>
      {entries.map((entry) => (
        <li key={entry.key} className={styles.entry}>
          <span className={styles.icon}>
            <Icon as={entry.icon} size="s" />
          </span>
          <Text strong>{entry.title}</Text>
          <Text size="small" quiet>
            {entry.when ?? formatDateTime(entry.at)}
          </Text>
          {entry.own && <p className={styles.own}>{entry.own}</p>}
          {entry.lost && (
            <Text size="small" quiet>
              {m.applications_event_not_stored()}
            </Text>
          )}
          {entry.letter.length > 0 && (
            <Disclosure label={m.applications_event_read()}>
              {entry.letter.map((paragraph) => (
                <p key={paragraph} className={styles.paragraph}>
                  {paragraph}
                </p>
              ))}
            </Disclosure>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Returns what each person looked at on one day, latest first: one line in the history. */
function viewsByDay(views: readonly View[]): [View, ...View[]][] {
  const groups = new Map<string, [View, ...View[]]>();
  for (const view of [...views].sort((a, b) => b.beganAt.localeCompare(a.beganAt))) {
    const key = `${view.name} ${formatDate(view.beganAt)}`;
    const group = groups.get(key);
    if (group) group.push(view);
    else groups.set(key, [view]);
  }
  return [...groups.values()];
}

function formatViews(first: View, more: readonly View[]): string {
  const answers = new Set([first, ...more].map(({ answer }) => answer));
  if (answers.size > 1) return m.applications_event_views({ name: first.name, count: formatCount(answers.size) });
  return m.applications_event_view({ name: first.name, answer: first.competency ?? "" });
}

/** Whether a time was chosen before, of the same invitation. */
function hadTime({ number }: Move, { moves }: Application): boolean {
  const before = moves.filter((one) => one.number < number && ["invite", "choose_time", "refuse_times"].includes(one.action));
  return before.at(-1)?.action === "choose_time";
}

/** When the meeting was, of the move that says how it went; null for an earlier meeting, whose time is not known here. */
function meetingTimeOf({ number, action }: Move, { meeting, moves }: Application): string | null {
  if (!meeting?.startsAt || (action !== "meet" && action !== "no_show")) return null;
  const isLast = !moves.some((one) => one.number > number && ["invite", "meet", "no_show"].includes(one.action));
  return isLast ? formatAppointmentIn(meeting.zone, meeting.startsAt) : null;
}

/** Whether a move says that they did meet, after one that said that they did not. */
function correctsNoShow({ number }: Move, { moves }: Application): boolean {
  const before = moves.filter((one) => one.number < number && ["invite", "no_show"].includes(one.action));
  return before.at(-1)?.action === "no_show";
}

function formatMove(move: Move, application: Application, hadTime: boolean): string {
  const { employer, meeting, zone } = application;
  const name = move.name ?? employer.name;
  switch (move.action) {
    case "submit":
      return m.applications_event_submit();
    case "ask":
      return m.applications_event_ask({ name });
    case "answer":
      return m.applications_event_answer();
    case "invite":
      return move.calledOff
        ? m.applications_event_invite_again({ name, when: formatAppointmentIn(meeting?.zone ?? zone, move.calledOff) })
        : m.applications_event_invite({ name });
    case "choose_time":
      return hadTime ? m.applications_event_change_time() : m.applications_event_choose_time();
    case "refuse_times":
      return hadTime ? m.applications_event_cancel_own() : m.applications_event_refuse_times();
    case "meet":
      return correctsNoShow(move, application) ? m.applications_event_met_after_all({ name }) : m.applications_event_meet({ name });
    case "no_show":
      return m.applications_event_no_show({ name });
    case "cancel":
      return m.applications_event_cancel({ name });
    case "offer":
      return m.applications_event_offer({ name });
    case "accept":
      return m.applications_event_accept();
    case "refuse_offer":
      return m.applications_event_refuse_offer();
    case "decline":
      return m.applications_event_decline({ name });
    case "look_again":
      return m.applications_event_look();
    case "withdraw":
      return m.applications_event_withdraw();
    default:
      return m.applications_event_close();
  }
}
