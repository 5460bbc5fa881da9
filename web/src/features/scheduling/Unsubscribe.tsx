import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { changeEmailPreferences, emailPreferencesQuery } from "#/api/notifications.queries.ts";
import type { EmailPreferences } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

export type MailKind = "reminders" | "interviews" | "matches";

const NAMES: Record<MailKind, () => string> = {
  reminders: m.booking_wants_reminders,
  interviews: m.booking_wants_interviews,
  matches: m.booking_wants_matches,
};
const DETAILS: Record<MailKind, () => string> = {
  reminders: m.booking_wants_reminders_text,
  interviews: m.booking_wants_interviews_text,
  matches: m.booking_wants_matches_text,
};

/**
 * Notification settings of an email address. `asked`: the kind of email that linked here, listed first. Only a tap
 * unsubscribes, not the visit: mail programs open links automatically.
 */
export function Unsubscribe({ linkKey, asked }: { linkKey: string; asked: MailKind | null }) {
  return (
    <Column>
      <QueryState
        query={useQuery(emailPreferencesQuery(linkKey))}
        loading={<PageSpinner />}
        failed={(_error, retry) => (
          <Empty level={1} art="compass" title={m.booking_wants_unknown()} text={m.booking_wants_unknown_text()}>
            <Button full="phone" {...retry}>
              {m.ui_retry()}
            </Button>
          </Empty>
        )}
      >
        {(preferences) => <Preferences linkKey={linkKey} preferences={preferences} asked={asked} />}
      </QueryState>
    </Column>
  );
}

function Preferences({ linkKey, preferences, asked }: { linkKey: string; preferences: EmailPreferences; asked: MailKind | null }) {
  const changing = useMutation(changeEmailPreferences);
  const change = (body: Partial<Record<MailKind | "texts", boolean>>) => changing.mutate({ key: linkKey, body });
  // The heading takes the focus when it changes, so only the button changes it: a checkbox keeps the focus.
  const [ended, setEnded] = useState(asked !== null && !preferences[asked]);
  const stop = (kind: MailKind) => changing.mutate({ key: linkKey, body: { [kind]: false } }, { onSuccess: () => setEnded(true) });
  const kinds = Object.keys(NAMES) as MailKind[];
  return (
    <Stack gap="l">
      <Stack gap="xs">
        <Heading level={1} autoFocus key={String(ended)}>
          {asked === null ? m.booking_wants() : ended ? m.booking_wants_ended() : m.booking_wants_end()}
        </Heading>
        <Text quiet>{m.booking_wants_address({ address: preferences.address })}</Text>
      </Stack>
      {asked !== null && !ended && (
        <Button full="phone" busy={changing.isPending} onClick={() => stop(asked)}>
          {m.booking_wants_stop({ kind: NAMES[asked]() })}
        </Button>
      )}
      {changing.isError && (
        <Banner tone="danger" title={m.booking_not_changed()}>
          {messageOf(changing.error, m.booking_failed_text())}
        </Banner>
      )}
      <Stack gap="s" as="fieldset">
        {kinds.map((kind) => (
          <OptionCard
            key={kind}
            type="checkbox"
            label={NAMES[kind]()}
            detail={DETAILS[kind]()}
            checked={preferences[kind]}
            onChange={(event) => change({ [kind]: event.target.checked })}
          />
        ))}
        {preferences.textable && (
          <OptionCard
            type="checkbox"
            label={m.booking_wants_texts()}
            detail={m.booking_wants_texts_text()}
            checked={preferences.texts}
            onChange={(event) => change({ texts: event.target.checked })}
          />
        )}
      </Stack>
      <Text size="small" quiet>
        {m.booking_unsubscribe_text()}
      </Text>
    </Stack>
  );
}
