import { type ComponentType, type FormEvent, Suspense, useEffect, useId, useReducer } from "react";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { useHydrated } from "#/platform/hydration.ts";
import { useReducedMotion } from "#/platform/motion.ts";
import { useNavigate } from "#/platform/paths.ts";
import { readItem, writeItem } from "#/platform/storage.ts";
import { useDraft } from "#/session/drafts.ts";
import { useSaveJobSearch } from "#/session/jobSearch.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Voice } from "#/ui/Voice/Voice.tsx";
import { CategoryChips } from "./CategoryChips.tsx";
import { type Composer, type ComposerAction, composerReducer, EMPTY, showsHint, TICK_MS, wishOf } from "./composer.ts";
import { ComposerBox } from "./ComposerBox.tsx";

interface JobSearchProps {
  user: User;
  /** Shows what was understood of a text. */
  understood: ComponentType<{ text: string }>;
}

export function JobSearch({ user, understood: Understood }: JobSearchProps) {
  const { composer, dispatch, dropDraft } = useComposer(user.jobSearchPrompt ?? "");
  const navigate = useNavigate();
  const submission = useSaveJobSearch(user.id, () => {
    dropDraft();
    navigate("/quick-questions");
  });
  const formId = useId();
  const hydrated = useHydrated(); // A name that has changed since this browser stored it is corrected.
  const wish = wishOf(composer);
  const canSend = wish !== null && !submission.isPending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canSend) submission.mutate(wish);
  }

  return (
    <>
      <Column>
        <Stack>
          <Heading level={1}>{m.search_title()}</Heading>
          <Row top>
            <Voice state="idle" size="s" />
            <Text suppressHydrationWarning key={String(hydrated)}>
              {m.search_intro({ name: user.firstName })}
            </Text>
          </Row>
          <form id={formId} onSubmit={submit}>
            <ComposerBox composer={composer} dispatch={dispatch} canSend={canSend}>
              <Suspense>{wish !== null && <Understood text={wish} />}</Suspense>
            </ComposerBox>
          </form>
          {submission.isError && <Banner tone="danger">{m.search_failed()}</Banner>}
          <Stack gap="s">
            <Heading level={2} size={3}>
              {showsHint(composer) ? m.search_hint() : m.search_categories()}
            </Heading>
            <CategoryChips picked={wish ?? ""} onPick={(text) => dispatch({ type: "write", text })} />
          </Stack>
        </Stack>
      </Column>
      <BottomBar>
        <Button type="submit" form={formId} full disabled={wish === null} busy={submission.isPending}>
          {m.search_submit()}
        </Button>
      </BottomBar>
    </>
  );
}

interface ComposerHandle {
  composer: Composer;
  dispatch: (action: ComposerAction) => void;
  /** Deletes the draft on this device once it is on the server. */
  dropDraft: () => void;
}

/**
 * The composer state, with the typing demo on a first visit. `saved` is the earlier job search, shown instead of a
 * demo. With reduced motion nothing is typed: the example is the placeholder of the empty box.
 */
function useComposer(saved: string): ComposerHandle {
  const still = useReducedMotion();
  const [words, keepWords, dropDraft] = useDraft("wish", () => saved);
  const begin = (): Composer => (!words && !still && !readItem("jobSearchDemoSeen") ? { kind: "demo", text: "", typed: 0 } : { kind: "own", text: words });
  // The box of a prerendered page is empty: nothing of this person is in it.
  const hydrated = useHydrated();
  const [begun, dispatch] = useReducer(composerReducer, null, () => (hydrated ? begin() : null));
  if (hydrated && begun === null) dispatch({ type: "begin", composer: begin() });
  const kind = begun?.kind;
  useEffect(() => {
    if (kind === "own") writeItem("jobSearchDemoSeen", "1");
    if (kind !== "demo") return;
    const timer = setInterval(() => dispatch({ type: "tick", sample: m.search_sample() }), TICK_MS);
    return () => clearInterval(timer);
  }, [kind]);

  function change(action: ComposerAction): void {
    if (action.type === "write") keepWords(action.text);
    dispatch(action);
  }
  return { composer: begun ?? EMPTY, dispatch: change, dropDraft };
}
