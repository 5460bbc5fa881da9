import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { addPasskey, passkeysQuery, removePasskey } from "#/session/account.ts";
import { messageOf } from "#/api/errors.ts";
import { formatLongDate } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { hasPasskeys } from "#/platform/passkeys.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { formatDevice } from "./formatDevice.ts";
import { ProblemBanner } from "./ProblemBanner.tsx";
import { useProblem } from "./useRefusal.ts";

/** A card with the person's passkeys. Renders nothing without passkeys if the browser cannot create one. */
export function Passkeys() {
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  const add = useMutation(addPasskey);
  const remove = useMutation(removePasskey);
  const list = useRef<HTMLUListElement>(null);
  const { problem, say, clear } = useProblem();
  if (passkeys.length === 0 && !hasPasskeys()) return null;

  async function change(work: () => Promise<unknown>, done: string, failed: string): Promise<void> {
    clear();
    try {
      await work();
      toast({ title: done, tone: "good" });
    } catch (error) {
      say(failed, messageOf(error, m.account_passkey_failed_text()));
    }
  }

  async function takeAway(id: string): Promise<void> {
    await change(() => remove.mutateAsync(id), m.account_passkey_removed(), m.account_passkey_not_removed());
    // The pressed link was removed with its row.
    list.current?.focus();
  }

  return (
    <TitledCard title={m.account_passkeys_title()}>
      <Text size="small" quiet>
        {m.account_passkeys_lead()}
      </Text>
      {passkeys.length > 0 && (
        <DividedList ref={list} tabIndex={-1} aria-label={m.account_passkeys_title()}>
          {passkeys.map(({ id, device, createdAt }) => (
            <Row key={id} as="li" spread>
              <div>
                <Text strong>{formatDevice(device)}</Text>
                <Text size="small" quiet>
                  {m.account_passkey_added({ day: formatLongDate(createdAt) })}
                </Text>
              </div>
              <TextLink aria-label={m.account_passkey_remove_label({ device: formatDevice(device) })} onClick={() => void takeAway(id)}>
                {m.account_passkey_remove()}
              </TextLink>
            </Row>
          ))}
        </DividedList>
      )}
      <ProblemBanner problem={problem} />
      {hasPasskeys() && (
        <Button
          variant="second"
          full
          busy={add.isPending}
          onClick={() => void change(() => add.mutateAsync(), m.account_passkey_done(), m.account_passkey_failed())}
        >
          {m.account_passkey_add()}
        </Button>
      )}
    </TitledCard>
  );
}
