import { type ReactNode, useState } from "react";
import type { Person } from "#/api/deskPerson.queries.ts";
import { DECIDE_KEYS, KeysDialog, PERSON_KEYS, SHEET_KEYS } from "#/desk/keys/KeysDialog.tsx";
import { useShortcuts, useShortcutsOn } from "#/desk/useShortcuts.ts";
import { m } from "#/messages.gen/messages.js";
import type { AppPath } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import styles from "./NoAnswers.module.css";

type NoAnswersProps = {
  person: Person;
  unsent: ReactNode;
  /** The place in the list. */
  place: string | null;
  next: { label: string; href: AppPath; open: () => void } | null;
  previous: (() => void) | null;
  back: { href: AppPath; label: string };
  /** Opens the sheet to decide; null for those who may not. */
  onDecide: (() => void) | null;
  /** Whether keys work; false while a sheet is open. */
  active: boolean;
  children: ReactNode;
};

/** A person of whose answers nothing is shown. The way through the list goes on. */
export function NoAnswers({ person, unsent, place, next, previous, back, onDecide, active, children }: NoAnswersProps) {
  const [help, setHelp] = useState(false);
  const keys = useShortcutsOn();
  useShortcuts({ j: () => next?.open(), k: () => previous?.(), "?": () => setHelp(true) }, { active: active && !help });
  const group = { title: m.desk_list_keys_list, keys: PERSON_KEYS };
  return (
    <Column>
      <Stack gap="l">
        {unsent}
        {place && (
          <Text size="small" quiet num>
            {place}
          </Text>
        )}
        <Empty art="compass" level={1} title={person.name} text={whyNothing(person)}>
          {onDecide && (
            <Button full="phone" onClick={onDecide}>
              {m.desk_decide_open()}
            </Button>
          )}
          {next && (
            <Button variant={onDecide ? "second" : "primary"} full="phone" href={next.href}>
              {next.label} {keys && <kbd className={styles.key}>J</kbd>}
            </Button>
          )}
          <Button variant="second" full="phone" href={back.href}>
            {back.label}
          </Button>
        </Empty>
        {children}
        <KeysDialog open={help} onClose={() => setHelp(false)} groups={onDecide ? [group, DECIDE_KEYS, SHEET_KEYS] : [group]} />
      </Stack>
    </Column>
  );
}

function whyNothing({ firstName, stage, moves }: Person): string {
  if (stage === "withdrawn") {
    const why = moves.at(-1)?.action === "refuse_offer" ? m.desk_person_refused_offer : m.desk_person_withdrawn;
    return why({ name: firstName });
  }
  return stage === "closed" ? m.desk_person_closed() : m.desk_person_not_shared({ name: firstName });
}
