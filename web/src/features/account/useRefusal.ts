import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { messageOf, waitOf } from "#/api/errors.ts";
import { useCountdown } from "#/platform/clock.ts";
import { toast } from "#/ui/Toast/toast.ts";
import { showFieldErrors } from "./fields.ts";

interface Refusal {
  /** Seconds to wait before the next try counts. */
  wait: number;
  /** Says what went wrong: in a toast under `title`, and beside the fields that are to blame. */
  refuse: (error: unknown, title: string, fallback: string) => void;
}

/** What a form does when the server refuses what it sent. The focus goes to the field to blame, or to `otherwise`. */
export function useRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  otherwise: Path<Values>,
): Refusal {
  const { left, start } = useCountdown();
  return {
    wait: left,
    refuse: (error, title, fallback) => {
      start(waitOf(error));
      showFieldErrors(error, form, otherwise);
      toast({ title, description: messageOf(error, fallback), tone: "danger" });
    },
  };
}
