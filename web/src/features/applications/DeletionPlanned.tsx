import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageOf } from "#/api/errors.ts";
import { erasureQuery, stopErasure } from "#/api/privacy.queries.ts";
import { formatLongDate } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";

/** Says when everything will be deleted, and cancels that, in place of what would send something. Without a plan: `children`. */
export default function DeletionPlanned({ children = null, waiting = null }: { children?: ReactNode; waiting?: ReactNode }) {
  const { data, isPending } = useQuery(erasureQuery);
  const stop = useMutation(stopErasure);
  if (isPending) return waiting;
  if (!data?.pending) return children;
  const keep = () =>
    void stop.mutateAsync().then(
      () => toast({ title: m.privacy_all_kept(), tone: "good" }),
      () => undefined,
    );
  return (
    <Stack gap="s">
      {stop.error && <Banner tone="danger">{messageOf(stop.error, m.privacy_failed())}</Banner>}
      <Text role="status" strong>
        {m.applications_deletion({ day: formatLongDate(`${data.pending.day}T12:00:00`) })}
      </Text>
      <Text>{m.applications_deletion_text()}</Text>
      <Button full busy={stop.isPending} onClick={keep}>
        {m.privacy_all_undo()}
      </Button>
    </Stack>
  );
}
