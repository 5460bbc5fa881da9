import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { linkAccess, recipientOf, sharedQuery, storeRating } from "#/api/deskPerson.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { usePageQuery } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { formatDeadline } from "./SharingPanel.tsx";
import { OpenShared } from "./OpenShared.tsx";
import { Review } from "./Review.tsx";

/** A review link: one application to view and rate, without a session, in a browser of the link's recipient. */
export default function SharedPage() {
  const { key = "" } = usePageQuery("/desk/shared");
  const query = useQuery({ ...sharedQuery(key), refetchOnMount: "always" });
  const cache = useQueryClient();
  const access = useMemo(() => linkAccess(key), [key]);
  const gone = () => void cache.resetQueries({ queryKey: sharedQuery(key).queryKey });
  return (
    <QueryState
      query={query}
      loading={<PageSpinner />}
      failed={(error, retry) => {
        const recipient = recipientOf(error);
        if (recipient) return <OpenShared link={key} {...recipient} />;
        return (
          <Column>
            <Empty art="compass" level={1} title={m.desk_person_shared_over()} text={m.desk_person_shared_over_text()}>
              <Button full="phone" {...retry}>
                {m.ui_retry()}
              </Button>
            </Empty>
          </Column>
        );
      }}
    >
      {(shared) => (
        <Review
          subject={{ ...shared, id: key, name: shared.firstName }}
          access={access}
          plays={false}
          back={null}
          due={null}
          actions={null}
          onRated={(question) => storeRating(cache, sharedQuery(key), question)}
          onViewed={() => undefined}
          onGone={gone}
          next={null}
          previous={null}
          onDecide={null}
          active
        >
          <Text size="small" quiet>
            {m.desk_person_shared_note({ sender: shared.sharedBy, name: shared.firstName, reviewer: shared.reviewer })}
          </Text>
          <Text size="small" quiet>
            {m.desk_person_shared_until({ time: formatDeadline(shared.expiresAt) })}
          </Text>
        </Review>
      )}
    </QueryState>
  );
}
