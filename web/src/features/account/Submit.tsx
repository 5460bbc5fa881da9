import { Button } from "#/ui/Button/Button.tsx";
import { TryAgainIn } from "#/ui/TryAgainIn/TryAgainIn.tsx";
import { ProblemBanner } from "./ProblemBanner.tsx";
import type { Problem } from "./useRefusal.ts";

interface SubmitProps {
  label: string;
  /** Shown instead of the label while the request is pending. */
  busyLabel: string;
  busy: boolean;
  /** Seconds until the next attempt is allowed; the button is blocked until then. */
  wait: number;
  /** The error of the last attempt. */
  problem: Problem | null;
}

/** A submit button that prevents parallel submissions and respects the server's rate limit. */
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
