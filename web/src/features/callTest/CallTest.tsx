import { useEffect, useState, useSyncExternalStore } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { type CallState, simulatedCall } from "./simulatedCall.ts";

/** Connects to nothing: the host name is reserved for examples. */
const FAKE = { roomUrl: "https://call.invalid/minimal-test", token: "minimal-test-token" };

/** A test page for the states of a video call, without a second participant. */
export function CallTest({ address = FAKE }: { address?: typeof FAKE }) {
  const [call] = useState(() => simulatedCall(address));
  const states = useSyncExternalStore(call.subscribe, call.states);
  useEffect(() => {
    call.join();
    return call.leave;
  }, [call]);
  const state = states.at(-1) ?? "loading";
  const over = state === "left" || state === "error";
  return (
    <Stack gap="l">
      <Stack gap="xs">
        <Heading level={1}>{m.shell_test_title()}</Heading>
        <Text quiet>{m.shell_test_lead()}</Text>
      </Stack>
      <TitledCard
        title={m.shell_test_call()}
        aside={
          <span role="status">
            <Tag tone={TONES[state]} live={state === "joined"}>
              {wordOf(state)}
            </Tag>
          </span>
        }
      >
        <DescriptionList
          items={[
            { name: m.shell_test_room(), value: <span translate="no">{address.roomUrl}</span> },
            { name: m.shell_test_token(), value: <span translate="no">{address.token}</span> },
            { name: m.shell_test_states(), value: states.map(wordOf).join(" › ") },
          ]}
        />
        <Row wrap>
          <Button size="small" aria-disabled={!over} onClick={call.join}>
            {m.shell_test_again()}
          </Button>
          <Button variant="second" size="small" aria-disabled={over} onClick={call.leave}>
            {m.shell_test_leave()}
          </Button>
          <Button variant="second" size="small" aria-disabled={over} onClick={call.fail}>
            {m.shell_test_break()}
          </Button>
        </Row>
      </TitledCard>
    </Stack>
  );
}

const TONES = {
  loading: "plain",
  loaded: "plain",
  joining: "info",
  joined: "good",
  left: "plain",
  error: "bad",
} as const;

function wordOf(state: CallState): string {
  switch (state) {
    case "loading":
      return m.shell_test_loading();
    case "loaded":
      return m.shell_test_loaded();
    case "joining":
      return m.shell_test_joining();
    case "joined":
      return m.shell_test_joined();
    case "left":
      return m.shell_test_left();
    case "error":
      return m.shell_test_error();
    default:
      return state satisfies never;
  }
}
