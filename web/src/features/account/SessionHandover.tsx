import { useMutation, useQuery } from "@tanstack/react-query";
import { handoverQuery, takeOver } from "#/session/signIn.ts";
import { m } from "#/messages.gen/messages.js";
import { type AppPath, pathTo } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { useEnter } from "./useEnter.ts";

/**
 * Continues a session from another browser of the same phone. Requires a tap and shows the account's name: otherwise a
 * link could sign a victim in to the account of its creator.
 */
export function SessionHandover({ linkKey, next }: { linkKey: string; next: AppPath }) {
  const { data: person, isPending } = useQuery(handoverQuery(linkKey));
  const { mutate, isPending: entering, isError } = useMutation(takeOver);
  const enter = useEnter();
  const login = pathTo("/login", { next });
  if (isPending) return <PageSpinner />;
  if (!person || isError) {
    return (
      <Column>
        <Empty level={1} art="compass" title={m.account_continue_over()} text={m.account_continue_over_text()}>
          <Button full="phone" href={login}>
            {m.account_continue_sign_in()}
          </Button>
        </Empty>
      </Column>
    );
  }
  const goOn = () => mutate(linkKey, { onSuccess: (user) => enter(user, next) });
  return (
    <Column>
      <Empty level={1} art="compass" title={m.account_continue_title({ name: person.firstName })} text={m.account_continue_text()}>
        <Button full="phone" busy={entering} onClick={goOn}>
          {m.account_continue_go()}
        </Button>
        <TextLink center href={login}>
          {m.account_continue_other()}
        </TextLink>
      </Empty>
    </Column>
  );
}
