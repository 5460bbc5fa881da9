import { useMutation, useQuery } from "@tanstack/react-query";
import { joinWatch, watchQuery } from "#/api/calls.queries.ts";
import type { WatchedInterview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { outsideAddress } from "#/platform/outside.ts";
import { leaveTo } from "#/platform/page.ts";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

type Role = "interviewer" | "observer";

/** A live interview, opened by a private link. It is watched at the video provider. */
export function Watch({ linkKey, role }: { linkKey: string; role: Role }) {
  return (
    <Column>
      <QueryState
        query={useQuery(watchQuery(linkKey))}
        loading={<PageSpinner />}
        failed={() => <Empty level={1} art="compass" title={m.calls_unknown()} text={m.calls_unknown_text()} />}
      >
        {(interview) => <Watched interview={interview} linkKey={linkKey} role={role} />}
      </QueryState>
    </Column>
  );
}

function Watched({ interview, linkKey, role }: { interview: WatchedInterview; linkKey: string; role: Role }) {
  const { candidateName: candidate, jobTitle, companyName, watcher, recordingUrl } = interview;
  const recording = outsideAddress(recordingUrl);
  const joining = useMutation({ ...joinWatch, onSuccess: leaveTo });
  return (
    <Stack gap="l">
      <Stack gap="xs">
        <Heading level={1}>{candidate}</Heading>
        <Text quiet>
          {jobTitle}
          <br />
          {companyName}
        </Text>
      </Stack>
      <Stack>
        <div role="status">
          {!interview.canJoin && <Text>{whyNot(interview)}</Text>}
          {joining.isError && <Text>{m.calls_failed()}</Text>}
        </div>
        {interview.canJoin && (
          <Button full="phone" busy={joining.isPending} onClick={() => joining.mutate({ key: linkKey, role })}>
            {m.calls_join()}
          </Button>
        )}
        {recording && <AppLink outside={recording}>{m.calls_recording()}</AppLink>}
      </Stack>
      <Text size="small" quiet>
        {m.calls_as({ name: watcher, candidate })} {m.calls_only_look()}
        {role === "interviewer" && <> {m.calls_recorded()}</>}
      </Text>
    </Stack>
  );
}

/** Why the interview cannot be joined. */
function whyNot({ status, declined, candidateName: candidate }: WatchedInterview): string {
  if (declined) return m.calls_declined({ candidate });
  if (status === "scheduled") return m.calls_not_begun();
  return status === "in-progress" ? m.error_not_watchable() : m.calls_ended();
}
