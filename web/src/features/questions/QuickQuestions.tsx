import { useMutation } from "@tanstack/react-query";
import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import { useNavigate } from "#/platform/paths.ts";
import { useDraft } from "#/session/drafts.ts";
import { recordStep } from "#/session/steps.ts";
import type { User, UserResponse, WishReading } from "#/api/types.ts";
import { ApiError } from "#/api/errors.ts";
import { homeInSentence } from "#/format/home.ts";
import { m } from "#/messages.gen/messages.js";
import { isServed } from "#/platform/countries.ts";
import { logError } from "#/platform/log.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { answersReducer, type Complete, CONFLICT, isComplete, offeredIn, QUESTIONS, toStep, unanswered, withConflicts, withOffers } from "./answers.ts";
import { QuestionList } from "./QuestionList.tsx";
import { QuestionsHeading } from "./QuestionsHeading.tsx";
import { UnknownWish } from "./UnknownWish.tsx";

// Few ask for a place abroad, or have answered before.
const Abroad = lazy(() => import("./Abroad.tsx").catch(() => ({ default: () => null })));
const Conflict = lazy(() => import("./Conflict.tsx").catch(() => ({ default: () => null })));

interface QuickQuestionsProps {
  user: User;
  saved: UserResponse[];
  /** The parsed job search. Answers taken from it are marked as such, and can be changed. */
  wish: WishReading | undefined;
}

/** The quick questions on one page, prefilled with earlier answers or answers from the job search. */
export function QuickQuestions({ user, saved, wish }: QuickQuestionsProps) {
  const offers = wish?.offers ?? [];
  const [answers, setAnswers, dropDraft] = useDraft("answers", () => withOffers(saved, offers));
  const open = unanswered(answers);
  const [asked, setAsked] = useState(false);
  const [decided, setDecided] = useDraft("conflictDecided", () => "");
  const form = useRef<HTMLFormElement>(null);
  const submission = useSubmission(dropDraft, () => focusOn(form.current, "zipCode"));

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get("country");
    if (typeof chosen === "string" && !isServed(chosen)) return focusOn(event.currentTarget, "zipCode");
    setAsked(true);
    if (!isComplete(answers)) return focusOn(event.currentTarget, open[0]);
    // Without a choice, the earlier answers would replace what the new search says.
    const choice = event.currentTarget.querySelector<HTMLButtonElement>(`#${CONFLICT} button`);
    if (choice) return choice.focus();
    submission.mutate(answers);
  }

  function decide({ text }: WishReading): void {
    setDecided(text);
    focusOn(form.current, "employmentType");
  }

  function update(): void {
    if (!wish) return;
    setAnswers(withConflicts(answers, offers, wish.conflicts));
    decide(wish);
  }

  function goOnWith(title: string): void {
    toast({ title: m.questions_taken({ title }) });
    focusOn(form.current, "employmentType");
  }

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Column>
        <Stack gap="l">
          <QuestionsHeading />
          {wish?.text && !wish.understood && <UnknownWish user={user} suggested={wish.suggested} onTaken={goOnWith} />}
          {wish?.country && (
            <Suspense fallback={null}>
              <Abroad place={wish.placeSaid ?? ""} country={wish.country} />
            </Suspense>
          )}
          {wish && wish.conflicts.length > 0 && decided !== wish.text && (
            <Suspense fallback={null}>
              <Conflict wish={wish} missing={asked} onUpdate={update} onKeep={() => decide(wish)} />
            </Suspense>
          )}
        </Stack>
        <QuestionList
          answers={answers}
          dispatch={(action) => {
            if (submission.isError) submission.reset();
            setAnswers(answersReducer(answers, action));
          }}
          offered={offeredIn(answers, saved, offers)}
          placeSaid={wish?.country ? null : (wish?.placeSaid ?? null)}
          searched={offers.find(({ questionType }) => questionType === "zip_code")?.answer}
          zipRefused={zipRefusal(submission.error)}
          missing={asked ? open : []}
        />
      </Column>
      <BottomBar>
        <div role="alert">
          {asked && open.length > 0 && (
            <Stack gap="xs">
              <Text size="small" strong>
                {m.questions_missing()}
              </Text>
              <Text size="small">{m.questions_missing_text()}</Text>
            </Stack>
          )}
        </div>
        <Button type="submit" full busy={submission.isPending}>
          {m.questions_submit()}
          {open.length > 0 && <span aria-hidden="true">{m.questions_count({ done: QUESTIONS - open.length, total: QUESTIONS })}</span>}
        </Button>
      </BottomBar>
    </form>
  );
}

/** Focuses the first control of that name. */
function focusOn(form: HTMLFormElement | null, name: string | undefined): void {
  form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
}

/** Returns why the server did not take the zip code; undefined if it did not look at it. */
function zipRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === "country_not_served") return error.message;
  return error.fields["answers.zip_code"] && m.ui_place_wrong({ country: homeInSentence() });
}

/** Saves the answers and the step; on a failure the form stays unchanged. */
function useSubmission(onSaved: () => void, onZipRefused: () => void) {
  const { mutateAsync: saveStep } = useMutation(recordStep);
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (answers: Complete) => saveStep(toStep(answers)),
    onSuccess: () => {
      onSaved();
      navigate("/matching");
    },
    onError: (error) => {
      if (zipRefusal(error)) return onZipRefused();
      logError("The answers were not saved.", error);
      toast({ title: m.questions_failed(), description: m.questions_failed_text(), tone: "danger" });
    },
  });
}
