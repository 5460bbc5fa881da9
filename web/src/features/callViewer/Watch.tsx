import { useQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { watchQuery } from "#/api/calls.queries.ts";
import type { WatchedInterview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { type Viewer, watchInterview } from "#/platform/call/viewer.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Picture } from "./Picture.tsx";
import { toneOf, formatState } from "./format.ts";

type Role = "interviewer" | "observer";

/** A live interview, opened by a private link. */
export function Watch({ linkKey, role }: { linkKey: string; role: Role }) {
  return (
    <Column>
      <QueryState
        query={useQuery(watchQuery(linkKey))}
        loading={<PageSpinner />}
        failed={() => <Empty level={1} art="keys" title={m.calls_unknown()} text={m.calls_unknown_text()} />}
      >
        {(interview) => <Watched interview={interview} linkKey={linkKey} role={role} />}
      </QueryState>
    </Column>
  );
}

function Watched({ interview, linkKey, role }: { interview: WatchedInterview; linkKey: string; role: Role }) {
  const { candidateName, jobTitle, companyName, watcher } = interview;
  return (
    <Stack gap="l">
      <Stack gap="xs">
        <Heading level={1}>{candidateName}</Heading>
        <Text quiet>
          {jobTitle}
          <br />
          {companyName}
        </Text>
      </Stack>
      <Live interview={interview} linkKey={linkKey} role={role} />
      <Text size="small" quiet>
        {m.calls_as({ name: watcher, candidate: candidateName })} {m.calls_only_look()}
      </Text>
    </Stack>
  );
}

type LiveProps = { interview: WatchedInterview; linkKey: string; role: Role };

function Live({ interview, linkKey, role }: LiveProps) {
  const [call] = useState(() => watchInterview(linkKey, role));
  const [begun, setBegun] = useState(false);
  const states = useSyncExternalStore(call.subscribe, call.states);
  useEffect(() => call.leave, [call]);
  const state = begun ? (states.at(-1) ?? "loading") : "left";
  const inside = state !== "left" && state !== "error";
  const off = whyNot(interview, call);
  const join = () => {
    setBegun(true);
    call.join();
  };
  return (
    <Stack>
      {inside && (
        <Picture
          call={call}
          name={m.calls_picture({ candidate: interview.candidateName })}
          empty={state === "joined" && interview.present ? m.calls_between() : ""}
        />
      )}
      <Row wrap role="status">
        {begun && (inside || !off) && <Tag tone={toneOf(state)} live={state === "joined"}>{formatState(state)}</Tag>}
        {inside && role === "interviewer" && <Tag tone="plain">{m.calls_recorded()}</Tag>}
        {inside && !interview.present && <Text size="small">{m.calls_away()}</Text>}
        {state === "error" && <Text size="small">{m.calls_failed()}</Text>}
        {!inside && off && <Text>{off}</Text>}
      </Row>
      {inside ? (
        <Button variant="second" full="phone" onClick={call.leave}>{m.calls_leave()}</Button>
      ) : (
        !off && <Button full="phone" onClick={join}>{begun ? m.calls_again() : m.calls_join()}</Button>
      )}
      {interview.recordingUrl && <a href={interview.recordingUrl}>{m.calls_recording()}</a>}
    </Stack>
  );
}

/** Why the interview cannot be joined; null if it can. */
function whyNot({ status, declined, candidateName: candidate }: WatchedInterview, call: Viewer): string | null {
  if (declined || call.ending() === "declined") return m.calls_declined({ candidate });
  if (status === "scheduled") return m.calls_not_begun();
  return status !== "in-progress" || call.ending() === "ended" ? m.calls_ended() : null;
}
