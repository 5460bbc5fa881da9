import type { components } from "#/api/schema.gen.d.ts";
import { m } from "#/messages.gen/messages.js";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

type Finding = components["schemas"]["FindingReply"];

/** Words that refer to a protected trait, each with a better sentence. Only a hint: the member decides. */
export function FairWords({ findings }: { findings: readonly Finding[] }) {
  return (
    <div role="status">
      {findings.length > 0 && (
        <Callout as="section">
          <Stack gap="s">
            <Heading level={3}>{m.desk_today_fair_title()}</Heading>
            {findings.map(({ trait, words }) => (
              <Text key={trait} size="small">
                <strong>{m.desk_today_fair_words({ words })}</strong> {SUGGESTIONS[trait]()}
              </Text>
            ))}
            <Text size="small" quiet>
              {m.desk_today_fair_text()}
            </Text>
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
