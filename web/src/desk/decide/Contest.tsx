import { useId } from "react";
import { useDesk } from "#/desk/session.ts";
import type { DecideOptions } from "#/api/types.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { pathTo } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Quote } from "#/ui/Quote/Quote.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

type Look = NonNullable<DecideOptions["look"]>;

/** Names that are listed before the rest is counted. */
const MAX_SHOWN = 3;

/** The candidate asked for another look: what they want somebody to look at, and who can decide. */
export function Contest({ look, name }: { look: Look; name: string }) {
  const id = useId();
  const isOwner = useDesk().member.role === "owner";
  return (
    <Card as="section" live aria-labelledby={id}>
      <Stack gap="s">
        <Heading level={2} size={3} id={id}>
          {m.desk_person_look({ name })}
        </Heading>
        {look.words ? <Quote>{look.words}</Quote> : <Text quiet>{m.desk_person_look_no_words({ name })}</Text>}
        <Text size="small">{whoDecides(look)}</Text>
        {look.mine && look.deciders.length === 0 && isOwner && (
          <Button variant="second" size="small" href={pathTo("/desk/team", { invite: "" })}>
            {m.desk_decide_invite_colleague()}
          </Button>
        )}
      </Stack>
    </Card>
  );
}

function whoDecides({ mine, deciders, declinedBy }: Look): string {
  if (!mine) return m.desk_person_look_theirs({ who: declinedBy ?? m.desk_decide_someone() });
  if (deciders.length === 0) return m.desk_person_look_alone();
  const more = deciders.length - MAX_SHOWN;
  const names = [...deciders.slice(0, MAX_SHOWN), ...(more > 0 ? [m.applications_others({ count: more })] : [])];
  return m.desk_person_look_mine({ names: formatList(names) });
}
