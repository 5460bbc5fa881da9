import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import SendToJobs from "./SendToJobs.tsx";
import { SendWaiting } from "./SendWaiting.tsx";

/** For somebody who has an interview: sends it, instead of starting another one. */
export default function SendInstead(): ReactNode {
  return (
    <Stack>
      <SendToJobs waiting={<SendWaiting />} />
      <Row wrap spread>
        <TextLink href="/dashboard">{m.interview_complete_dashboard()}</TextLink>
        <TextLink href="/video-interview-prep">{m.dashboard_status_retake()}</TextLink>
      </Row>
    </Stack>
  );
}
