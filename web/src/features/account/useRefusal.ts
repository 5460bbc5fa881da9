import { useState } from "react";
import { ApiError, messageOf, waitOf } from "#/api/errors.ts";
import { useCountdown } from "#/platform/clock.ts";
import type { Form } from "#/ui/form/useForm.ts";

/** What is wrong with a form as a whole. */
export interface Problem {
  /** Rises with every problem, so that the same one is announced again. */
  id: number;
  title: string;
  text?: string | undefined;
}

interface Refusal {
  /** For `Submit`: seconds to wait before the next try counts, and what went wrong with the last one. */
  state: { wait: number; problem: Problem | null };
  /** Shows a problem in the form. */
  say: (title: string, text?: string) => void;
  /** Removes it: a new try begins. */
  clear: () => void;
  /** Says in the form why the server refused it: under `title`, and beside the fields that are to blame. */
  refuse: (error: unknown, title: string, fallback: string) => void;
}

/** The errors of a form, shown and announced in it. The focus goes to the first wrong field, or to `otherwise`. */
export function useRefusal<Name extends string>(form: Pick<Form<Name>, "setErrors">, otherwise: Name): Refusal {
  const { left, start } = useCountdown();
  const { problem, say, clear } = useProblem();
  return {
    state: { wait: left, problem },
    say,
    clear,
    refuse: (error, title, fallback) => {
      start(waitOf(error));
      const fields = error instanceof ApiError ? error.fields : {};
      const text = messageOf(error, fallback);
      form.setErrors(fields, otherwise);
      say(title, Object.values(fields).includes(text) ? undefined : text);
    },
  };
}

/** A problem that shows where it occurred. */
export function useProblem() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const say = (title: string, text?: string) => setProblem((last) => ({ id: (last?.id ?? 0) + 1, title, text }));
  return { problem, say, clear: () => setProblem(null) };
}
