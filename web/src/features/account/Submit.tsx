import { Button } from "#/ui/Button/Button.tsx";
import { TryAgainIn } from "#/ui/TryAgainIn/TryAgainIn.tsx";
import { ProblemBanner } from "./ProblemBanner.tsx";
import type { Problem } from "./useRefusal.ts";

interface SubmitProps {
  label: string;
  /** Instead of the label, while the server is asked. */
  busyLabel: string;
  busy: boolean;
  /** Seconds before the next try counts; it is not sent before. */
  wait: number;
  /** What went wrong with the last try. */
  problem: Problem | null;
}

/** Sends a form, once at a time and not more often than the server takes it. */
export function Submit({ label, busyLabel, busy, wait, problem }: SubmitProps) {
  return (
    <>
      <ProblemBanner problem={problem} />
      <TryAgainIn seconds={wait} />
      <Button type="submit" full busy={busy} aria-disabled={wait > 0}>
        {busy ? busyLabel : label}
      </Button>
    </>
  );
}
