import type { Unsent } from "#/api/deskDecide.queries.ts";
import type { CloseReason, DecideOptions, DeclineReason } from "#/api/types.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatCalendarDay } from "#/format/due.ts";
import { formatList } from "#/format/lists.ts";
import { formatDollars } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";

/** The forms of the sheet. */
export type DecideAction = "invite" | "ask" | "offer" | "decline";

const DECLINE_NAMES: Readonly<Record<DeclineReason, () => string>> = {
  times: m.desk_decide_reason_times,
  experience: m.desk_decide_reason_experience,
  license: m.desk_decide_reason_license,
  others: m.desk_decide_reason_others,
  answers: m.desk_decide_reason_answers,
  other: m.desk_decide_reason_other,
};

const CLOSE_NAMES: Readonly<Record<CloseReason, () => string>> = {
  filled: m.desk_decide_reason_filled,
  removed: m.desk_decide_reason_removed,
};

const REASON_NAMES: Readonly<Partial<Record<string, () => string>>> = { ...DECLINE_NAMES, ...CLOSE_NAMES };

/** The reasons to decline, in the order of the form. */
export const REASONS = Object.keys(DECLINE_NAMES) as DeclineReason[];

/** Returns the short name of a decision's reason, for the member; of one that this version doesn't know, "Another reason". */
export const formatReason = (reason: string): string => (REASON_NAMES[reason] ?? m.desk_decide_reason_other)();

export function formatAction(action: DecideAction): string {
  switch (action) {
    case "invite":
      return m.desk_decide_invite();
    case "ask":
      return m.desk_decide_ask();
    case "offer":
      return m.desk_decide_offer();
    case "decline":
      return m.desk_decide_decline();
  }
}

/** Returns the label of the button that sends. */
export function formatSend(action: DecideAction, name: string): string {
  switch (action) {
    case "invite":
      return m.desk_decide_send_invite();
    case "ask":
      return m.desk_decide_send_ask();
    case "offer":
      return m.desk_decide_send_offer();
    case "decline":
      return m.desk_decide_send_decline({ name });
  }
}

/** Example: "Not sent: your invitation to Kyle". */
export function formatUnsent({ action, firstName: name, by: who }: Pick<Unsent, "action" | "firstName" | "by">): string {
  switch (action) {
    case "ask":
      return who === null ? m.desk_unsent_ask({ name }) : m.desk_unsent_ask_by({ name, who });
    case "invite":
      return who === null ? m.desk_unsent_invite({ name }) : m.desk_unsent_invite_by({ name, who });
    case "offer":
      return who === null ? m.desk_unsent_offer({ name }) : m.desk_unsent_offer_by({ name, who });
    case "decline":
      return who === null ? m.desk_unsent_decline({ name }) : m.desk_unsent_decline_by({ name, who });
    case "close":
      return who === null ? m.desk_unsent_close({ name }) : m.desk_unsent_close_by({ name, who });
  }
}

/** Returns why a decision was not sent, in a sentence. */
export function formatUnsentReason({ reason, firstName: name }: Pick<Unsent, "reason" | "firstName">): string {
  switch (reason) {
    case "withdrawn":
      return m.desk_unsent_withdrawn({ name });
    case "closed":
      return m.desk_unsent_closed({ name });
    case "declined":
      return m.desk_unsent_declined({ name });
    case "hired":
      return m.desk_unsent_hired({ name });
    case "changed":
      return m.desk_unsent_changed({ name });
    case "times":
      return m.desk_unsent_times({ name });
    case "no_access":
      return m.desk_unsent_no_access({ name });
    case "failed":
      return m.desk_unsent_failed({ name });
  }
}

/** Returns what a member wrote, line by line, in the order of the form. */
export function formatWritten({ move, zone }: Pick<Unsent, "move" | "zone">): string[] {
  return [
    ...(move.times ?? []).map((time) => formatAppointmentIn(zone, time)),
    ...(move.pay ? [m.desk_unsent_pay({ pay: formatDollars(move.pay) })] : []),
    ...(move.startOn ? [m.desk_unsent_start({ day: formatCalendarDay(move.startOn) })] : []),
    ...[move.firstShift, move.place, move.askFor, move.bring].flatMap((line) => line ?? []),
    ...(move.reason ? [formatReason(move.reason)] : []),
    ...[move.text, move.words].flatMap((line) => line ?? []),
  ];
}

/**
 * Returns what the history calls a move, such as "Maria asked a question"; `from` is the stage before it. `again`: it replaces
 * the agreed time of a meeting.
 */
export function formatChange(action: string, by: string | null, from: string | null = null, again = false): string {
  const who = by ?? m.desk_decide_someone();
  switch (action) {
    case "submit":
      return m.desk_decide_change_submit();
    case "view":
      return m.desk_decide_change_view({ who });
    case "ask":
      return m.desk_decide_change_ask({ who });
    case "invite":
      return again ? m.desk_decide_change_times({ who }) : m.desk_decide_change_invite({ who });
    case "offer":
      return m.desk_decide_change_offer({ who });
    case "decline":
      return from === "offered" ? m.desk_decide_change_decline_offer({ who }) : m.desk_decide_change_decline({ who });
    case "answer":
      return m.desk_decide_change_answer();
    case "choose_time":
      return again ? m.desk_decide_change_time() : m.desk_decide_change_choose_time();
    case "refuse_times":
      return m.desk_decide_change_refuse_times();
    case "meet":
      return m.desk_decide_change_meet({ who });
    case "no_show":
      return m.desk_decide_change_no_show({ who });
    case "cancel":
      return m.desk_decide_change_cancel({ who });
    case "accept":
      return m.desk_decide_change_accept();
    case "refuse_offer":
      return m.desk_decide_change_refuse_offer();
    case "look_again":
      return m.desk_decide_change_look();
    case "close":
      return by ? m.desk_decide_change_close({ who }) : m.desk_decide_change_job_closed();
    case "withdraw":
      return m.desk_decide_change_withdraw();
    default:
      return m.desk_decide_change_other({ who });
  }
}

const AVAILABILITY: Readonly<Record<string, () => string>> = {
  "weekday-mornings": m.desk_decide_weekday_mornings,
  "weekday-evenings": m.desk_decide_weekday_evenings,
  weekends: m.desk_decide_weekends,
  "night-shifts": m.desk_decide_night_shifts,
  holidays: m.desk_decide_holidays,
};

/** Example: "Rosa can work weekday evenings and weekends"; '' if nothing is known. */
export function formatAvailability({ availability, firstName: name }: DecideOptions): string {
  if (availability.includes("very-flexible")) return m.desk_decide_very_flexible({ name });
  const times = availability.flatMap((one) => AVAILABILITY[one]?.() ?? []);
  return times.length > 0 ? m.desk_decide_can_work({ name, times: formatList(times) }) : "";
}
