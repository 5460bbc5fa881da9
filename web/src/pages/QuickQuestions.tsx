import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { answersQuery, wishQuery } from "#/api/onboarding.queries.ts";
import { useUser } from "#/session/user.ts";
import { QuestionsHeading } from "#/features/questions/QuestionsHeading.tsx";
import { QuickQuestions } from "#/features/questions/QuickQuestions.tsx";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";

export default function QuickQuestionsPage() {
  const user = useUser();
  const { data, isPending, isFetching, refetch } = useQuery(answersQuery(user.id));
  const wish = useQuery(wishQuery);
  // Six questions are much to draw at once: a slow phone answers a finger meanwhile.
  const saved = useDeferredValue(wish.isPending ? undefined : data);
  // Without what the wish says the questions are merely empty: that is no reason not to ask them.
  if (saved) {
    return <QuickQuestions user={user} saved={saved} wish={wish.data} />;
  }
  return (
    <Column>
      <Stack gap="l">
        <QuestionsHeading />
        {isPending || data ? (
          <PageSpinner />
        ) : (
          <>
            <Banner tone="danger">{m.questions_load_failed()}</Banner>
            <Button full busy={isFetching} onClick={() => void refetch()}>
              {m.ui_retry()}
            </Button>
          </>
        )}
      </Stack>
    </Column>
  );
}
