import { type FormEvent, useId } from "react";
import { useNavigate } from "#/platform/paths.ts";
import type { User } from "#/api/types.ts";
import { useSaveJobSearch } from "#/session/jobSearch.ts";
import { m } from "#/messages.gen/messages.js";
import { useHydrated } from "#/platform/hydration.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Voice } from "#/ui/Voice/Voice.tsx";
import { CategoryChips } from "./CategoryChips.tsx";
import { ComposerBox } from "./ComposerBox.tsx";
import { showsHint, wishOf } from "./composer.ts";
import { useComposer } from "./useComposer.ts";

export function JobSearch({ user }: { user: User }) {
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
            <ComposerBox composer={composer} dispatch={dispatch} canSend={canSend} />
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
