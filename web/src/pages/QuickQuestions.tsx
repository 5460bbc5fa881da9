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
  // Rendering the questions takes long: a transition keeps a slow phone responsive in the meantime.
  const saved = useDeferredValue(wish.isPending ? undefined : data);
  // Without the parsed job search the questions are only empty, which is no reason to hide them.
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
