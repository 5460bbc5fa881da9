import { useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

interface HowItWentProps {
  name: string;
  /** Of the meeting, in words; null before it: then nobody can have missed it. */
  day: string | null;
  busy: boolean;
  primary?: boolean;
  onEnd: (how: "meet" | "no_show") => void;
}

/** How a meeting went. That somebody did not come is asked once more: they are told at once. */
export function HowItWent({ name, day, busy, primary = false, onEnd }: HowItWentProps) {
  const [asked, setAsked] = useState(false);
  return (
    <Stack gap="s">
      <Row wrap>
        <Button variant={primary ? "primary" : "second"} size="small" busy={busy} onClick={() => onEnd("meet")}>
          {m.desk_decide_calendar_met()}
        </Button>
        {day !== null && (
          <Button variant="second" size="small" aria-expanded={asked} onClick={() => setAsked(!asked)}>
            {m.desk_decide_calendar_no_show()}
          </Button>
        )}
      </Row>
      {day !== null && <Text role="status">{asked && m.desk_decide_no_show_sure({ name, day })}</Text>}
      {asked && (
        <Row wrap>
          <Button variant="second" size="small" busy={busy} onClick={() => onEnd("no_show")}>
            {m.desk_decide_no_show_tell()}
          </Button>
          <TextLink onClick={() => setAsked(false)}>{m.desk_decide_no_show_back()}</TextLink>
        </Row>
      )}
    </Stack>
  );
}
