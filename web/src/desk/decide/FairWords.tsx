import { useEffect, useRef } from "react";
import type { components } from "#/api/schema.gen.d.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

export type Finding = components["schemas"]["FindingReply"];

/** What was found in all that would be sent. `stopped`: how often sending it was stopped; from then on it can be sent anyway. */
export type Fair = { findings: readonly Finding[]; stopped?: number; onSend?: () => void };

/** Returns the findings in one of the texts that were checked. */
export const findingsIn = (findings: readonly Finding[], text: string) => findings.filter(({ words }) => text.includes(words));

/** Words of a text that refer to a protected trait, each with a better sentence, below its field. The member decides. */
export function FairWords({ text, findings, stopped = 0, onSend }: Fair & { text: string }) {
  const note = useRef<HTMLDivElement>(null);
  const found = findingsIn(findings, text);
  useEffect(() => {
    if (stopped === 0) return;
    // Of several notes, the first one.
    note.current?.closest("form, [role=dialog]")?.querySelector<HTMLElement>("[data-fair]")?.focus();
  }, [stopped]);
  return (
    <div role="status" ref={note}>
      {found.length > 0 && (
        <Callout as="section" data-fair="" tabIndex={-1} aria-label={m.desk_today_fair_title()}>
          <Stack gap="s">
            <Heading level={3}>{m.desk_today_fair_title()}</Heading>
            {found.map(({ trait, words }) => (
              <Text key={trait} size="small">
                <strong>{m.desk_today_fair_words({ words })}</strong> {SUGGESTIONS[trait]()}
              </Text>
            ))}
            <Text size="small" quiet>
              {m.desk_today_fair_text()}
            </Text>
            {onSend && stopped > 0 && (
              <div>
                <Button variant="second" size="small" onClick={onSend}>
                  {m.desk_today_fair_send()}
                </Button>
              </div>
            )}
          </Stack>
        </Callout>
      )}
    </div>
  );
}

const SUGGESTIONS: Record<Finding["trait"], () => string> = {
  age: m.desk_today_fair_age,
  language: m.desk_today_fair_language,
  family: m.desk_today_fair_family,
  faith: m.desk_today_fair_faith,
  health: m.desk_today_fair_health,
  origin: m.desk_today_fair_origin,
  gender: m.desk_today_fair_gender,
  race: m.desk_today_fair_race,
  looks: m.desk_today_fair_looks,
  union: m.desk_today_fair_union,
};
