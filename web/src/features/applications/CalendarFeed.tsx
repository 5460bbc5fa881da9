import { useMutation, useQuery } from "@tanstack/react-query";
import { calendarFeedQuery, createCalendarFeed, revokeCalendarFeed } from "#/api/applications.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { copyText } from "#/platform/clipboard.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";

/** The private link that calendar apps subscribe to: created on demand, and revoked here. */
export default function CalendarFeed({ onClose }: { onClose: () => void }) {
  const feed = useQuery(calendarFeedQuery);
  const create = useMutation(createCalendarFeed);
  const revoke = useMutation(revokeCalendarFeed);
  return (
    <Dialog open onClose={onClose} title={m.applications_feed_title()} text={m.applications_feed_text()}>
      <QueryState query={feed} loading={<PageSpinner />} failed={m.applications_failed()}>
        {({ url }) => (
          <>
            {(create.isError || revoke.isError) && <Banner tone="danger" title={m.applications_act_failed()} />}
            {url === null ? (
              <Button full busy={create.isPending} onClick={() => create.mutate()}>
                {m.applications_feed_create()}
              </Button>
            ) : (
              <>
                <Button full outside={`webcal:${url.replace(/^https?:/, "")}`}>
                  {m.applications_feed_open()}
                </Button>
                <Field label={m.applications_feed_link()} value={url} readOnly />
                <Button variant="second" full onClick={() => void copy(url)}>
                  {m.applications_feed_copy()}
                </Button>
                <Text size="small" quiet>
                  {m.applications_feed_private()}
                </Text>
                <TextLink onClick={() => !revoke.isPending && revoke.mutate()}>{m.applications_feed_revoke()}</TextLink>
              </>
            )}
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

function copy(url: string): Promise<void> {
  return copyText(url).then(
    () => toast({ title: m.applications_feed_copied() }),
    () => toast({ title: m.applications_feed_copy_failed(), tone: "danger" }),
  );
}
