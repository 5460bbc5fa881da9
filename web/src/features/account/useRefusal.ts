import { ApiError, messageOf, waitOf } from "#/api/errors.ts";
import { useCountdown } from "#/platform/clock.ts";
import type { Form } from "#/ui/form/useForm.ts";
import { toast } from "#/ui/Toast/toast.ts";

interface Refusal {
  /** Seconds to wait before the next try counts. */
  wait: number;
  /** Says what went wrong: in a toast under `title`, and beside the fields that are to blame. */
  refuse: (error: unknown, title: string, fallback: string) => void;
}

/** What a form does when the server refuses what it sent. The focus goes to the field to blame, or to `otherwise`. */
export function useRefusal<Name extends string>(form: Form<Name>, otherwise: Name): Refusal {
  const { left, start } = useCountdown();
  return {
    wait: left,
    refuse: (error, title, fallback) => {
      start(waitOf(error));
      form.object(error instanceof ApiError ? error.fields : {}, otherwise);
      toast({ title, description: messageOf(error, fallback), tone: "danger" });
    },
  };
}
