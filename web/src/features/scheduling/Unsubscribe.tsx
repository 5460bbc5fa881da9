import { useMutation } from "@tanstack/react-query";
import { messageOf } from "#/api/errors.ts";
import { unsubscribe } from "#/api/schedule.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";

/** Ends the reminders to an address. A tap and not a visit: mail programs open links by themselves. */
export function Unsubscribe({ linkKey }: { linkKey: string }) {
  const ending = useMutation(unsubscribe);
  const end = () =>
    ending.mutate(linkKey, {
      onError: (error) =>
        toast({ title: m.booking_not_changed(), description: messageOf(error, m.booking_failed_text()), tone: "danger" }),
    });
  return (
    <Column>
      <Stack gap="l">
        <Stack gap="xs">
          <Heading level={1} autoFocus key={ending.status}>
            {ending.isSuccess ? m.booking_unsubscribed() : m.booking_unsubscribe()}
          </Heading>
          <Text quiet>{ending.isSuccess ? m.booking_unsubscribed_text() : m.booking_unsubscribe_text()}</Text>
        </Stack>
        {!ending.isSuccess && (
          <Button full="phone" busy={ending.isPending} onClick={end}>
            {m.booking_unsubscribe_yes()}
          </Button>
        )}
      </Stack>
    </Column>
  );
}
