import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { applicationsQuery, withdrawApplications } from "#/api/applications.queries.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { DUE_REFRESH_MS } from "#/format/due.ts";
import { inSentence } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { formatList } from "#/format/lists.ts";
import { useNow } from "#/platform/clock.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { takeFocus } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";

/** After a hire: offers to withdraw the other open applications. Nothing without a hire or without others. */
export function TakeBackOthers() {
  const { data } = useInfiniteQuery(applicationsQuery);
  const withdraw = useMutation(withdrawApplications);
  const now = useNow(DUE_REFRESH_MS);
  const [asking, setAsking] = useState(false);
  const all = data?.pages.flatMap(({ applications }) => applications) ?? [];
  const others = all.filter(({ turn }) => turn !== null);
  if (others.length === 0 || !all.some(({ stage }) => stage === "hired")) return null;
  const takeBack = () =>
    void withdraw.mutateAsync(others).then(
      () => toast({ title: m.applications_others_done(), tone: "good" }),
      () => undefined,
    );
  const meetings = others.flatMap(({ employer, meeting }) =>
    meeting && Date.parse(meeting.startsAt) > now
      ? [m.applications_ends_meeting({ employer, when: inSentence(formatAppointmentIn(meeting.zone, meeting.startsAt)) })]
      : [],
  );
  const names = formatList([...new Set(others.map(({ employer }) => employer))]);
  return (
    <Stack as="section" gap="s" aria-label={m.applications_others_title()}>
      <Text strong>{m.applications_others_title()}</Text>
      <Text size="small" quiet>
        {m.applications_others_text({ names })}
      </Text>
      {meetings.map((text) => (
        <Text key={text} size="small">
          {text}
        </Text>
      ))}
      {withdraw.isError && <Banner tone="danger" title={m.applications_act_failed()} />}
      {asking ? (
        <Row wrap>
          <Button variant="second" size="small" busy={withdraw.isPending} ref={takeFocus} onClick={takeBack}>
            {m.applications_others_sure({ count: others.length })}
          </Button>
          <TextLink onClick={() => setAsking(false)}>{m.applications_others_keep()}</TextLink>
        </Row>
      ) : (
        <Button variant="second" size="small" onClick={() => setAsking(true)}>
          {m.applications_others_go({ count: others.length })}
        </Button>
      )}
    </Stack>
  );
}
