import type { Check, Import, Work } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";

const COUNT = new Intl.NumberFormat(m.ui_locale());

/** Example: "20,000". */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** Whether jobs that the feed lacks wait for an operator. */
export function isWaiting({ held, confirmed }: Import): boolean {
  return held > 0 && confirmed === null;
}

/** Example: "20,000 read, 12 added, ...". */
export function formatCounts({ read, added, changed, removed, quarantined }: Import): string {
  return m.operations_import_counts({
    read: COUNT.format(read),
    added: COUNT.format(added),
    changed: COUNT.format(changed),
    removed: COUNT.format(removed),
    quarantined: COUNT.format(quarantined),
  });
}

const MINUTES = new Intl.NumberFormat(m.ui_locale(), { style: "unit", unit: "minute", unitDisplay: "long", maximumFractionDigits: 0 });

/** How long spoken answers wait to be written down. */
export function formatUnwritten({ expectedSeconds }: Work["transcription"]): string {
  if (expectedSeconds === null) return m.operations_unwritten_unknown();
  return m.operations_unwritten_expected({ duration: MINUTES.format(Math.max(1, Math.ceil(expectedSeconds / 60))) });
}

/** Waits beyond ten minutes are told to candidates, too. */
const LONG_WAIT_SECONDS = 600;

export function formatState(state: string): string {
  return state === "running" ? m.operations_state_running() : m.operations_state_ready();
}

export type Health = "well" | "unfinished" | "care";

/**
 * The state of the installation: something needs attention, something is not configured yet, or everything is in order.
 * Null until everything is loaded, unless something is known to need attention.
 */
export function healthOf(work: Work | undefined, checks: Check[] | undefined): Health | null {
  if ((work && needsCare(work)) || checks?.some(({ verdict }) => verdict === "wrong")) return "care";
  if (!work || !checks) return null;
  return work.backups.length === 0 || checks.some(({ verdict }) => verdict === "note") ? "unfinished" : "well";
}

function needsCare({ dead, late, transcription, imports, backups, backupsLate }: Work): boolean {
  const lastBackup = backups[0];
  return (
    dead.length > 0 ||
    late > 0 ||
    (transcription.expectedSeconds ?? 0) > LONG_WAIT_SECONDS ||
    imports.some((one) => one.refused !== null || isWaiting(one)) ||
    backupsLate ||
    (lastBackup !== undefined && lastBackup.outcome !== "complete")
  );
}

/** Example: "1,234 files". */
export function formatFiles(count: number): string {
  return m.operations_backup_objects({ count, countText: COUNT.format(count) });
}
