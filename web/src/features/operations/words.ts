import type { Check, Import, Work } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

const MOMENT = new Intl.DateTimeFormat(m.ui_locale(), { dateStyle: "medium", timeStyle: "short" });

const COUNT = new Intl.NumberFormat(m.ui_locale());

/** Such as "Jan 5, 2026, 9:00 AM", by the person's own clock. */
export function momentInWords(iso: string): string {
  return MOMENT.format(new Date(iso));
}

/** Such as "20,000 read, 12 added, ...". */
export function countsInWords({ read, added, changed, removed, quarantined }: Import): string {
  return m.operations_import_counts({
    read: COUNT.format(read),
    added: COUNT.format(added),
    changed: COUNT.format(changed),
    removed: COUNT.format(removed),
    quarantined: COUNT.format(quarantined),
  });
}

export function stateInWords(state: string): string {
  return state === "running" ? m.operations_state_running() : m.operations_state_ready();
}

/** Whether nothing needs care; null as long as not all is known. What is known to be wrong says so at once. */
export function isWell(work: Work | undefined, checks: Check[] | undefined): boolean | null {
  const troubled = work !== undefined &&
    (work.dead.length > 0 || work.late > 0 || work.imports.some(({ refused }) => refused !== null));
  if (troubled || checks?.some(({ verdict }) => verdict === "wrong")) return false;
  return work && checks ? true : null;
}
