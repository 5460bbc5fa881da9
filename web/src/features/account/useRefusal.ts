import { useRef, useState } from "react";
import { ApiError, messageOf, waitOf } from "#/api/errors.ts";
import { useCountdown } from "#/platform/clock.ts";
import type { Form } from "#/ui/form/useForm.ts";

/** A form-level error. */
export interface Problem {
  /** Increases with every error, so that the same one is announced again. */
  id: number;
  title: string;
  text?: string | undefined;
}

interface Refusal {
  /** Props for `Submit`: seconds until the next attempt is allowed, and the error of the last one. */
  state: { wait: number; problem: Problem | null };
  /** Shows an error in the form. */
  say: (title: string, text?: string) => void;
  /** Clears the error for a new attempt. */
  clear: () => void;
  /** Shows the server's error in the form: under `title`, and next to the affected fields. */
  refuse: (error: unknown, title: string, fallback: string) => void;
}

/** The errors of a form, shown and announced in it. Focuses the first invalid field, or else `otherwise`. */
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

/** An error that is shown where it occurred. */
export function useProblem() {
  const [problem, setProblem] = useState<Problem | null>(null);
  // Counts on after `clear`: both may come in one rendering, which would keep the old alert and announce nothing.
  const said = useRef(0);
  const say = (title: string, text?: string) => setProblem({ id: ++said.current, title, text });
  return { problem, say, clear: () => setProblem(null) };
}
