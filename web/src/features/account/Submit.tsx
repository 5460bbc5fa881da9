import { Button } from "#/ui/Button/Button.tsx";
import { TryAgainIn } from "#/ui/TryAgainIn/TryAgainIn.tsx";

interface SubmitProps {
  label: string;
  /** Instead of the label, while the server is asked. */
  busyLabel: string;
  busy: boolean;
  /** Seconds before the next try counts; it is not sent before. */
  wait: number;
}

/** Sends a form, once at a time and not more often than the server takes it. */
export function Submit({ label, busyLabel, busy, wait }: SubmitProps) {
  return (
    <>
      <TryAgainIn seconds={wait} />
      <Button type="submit" full busy={busy} aria-disabled={wait > 0}>
        {busy ? busyLabel : label}
      </Button>
    </>
  );
}
