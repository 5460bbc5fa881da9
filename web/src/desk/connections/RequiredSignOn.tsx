import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { makeSignOnOptional, requireSignOn, type SingleSignOn, signOnAddress } from "#/api/deskSingleSignOn.queries.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { leaveTo } from "#/platform/page.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { useDesk } from "../session.ts";
import { Refusal } from "../signIn/SignInLayout.tsx";

type RequiredProps = { signOn: SingleSignOn; breakGlassId: string | null };

/** Whether members sign in by single sign-on only, and the owner who is the exception. */
export function RequiredSignOn({ signOn, breakGlassId }: RequiredProps) {
  const [opened, setOpened] = useState<"require" | "stop" | null>(null);
  const close = () => setOpened(null);
  const keeper = signOn.keepers.find(({ id }) => id === breakGlassId);
  return (
    <Stack>
      <Text strong>{breakGlassId === null ? m.desk_sso_optional() : m.desk_sso_required()}</Text>
      <Text>{breakGlassId === null ? m.desk_sso_optional_text() : m.desk_sso_required_text({ owner: keeper?.name ?? m.desk_sso_keeper_gone() })}</Text>
      <Row wrap>
        <Button variant="second" size="small" onClick={() => setOpened("require")}>
          {breakGlassId === null ? m.desk_sso_require() : m.desk_sso_keeper_change()}
        </Button>
        {breakGlassId !== null && <TextLink onClick={() => setOpened("stop")}>{m.desk_sso_stop()}</TextLink>}
      </Row>
      {opened === "require" &&
        (signOn.proved || breakGlassId !== null ? (
          <RequireDialog signOn={signOn} breakGlassId={breakGlassId} onClose={close} />
        ) : (
          <ProveDialog onClose={close} />
        ))}
      {opened === "stop" && <StopDialog onClose={close} />}
    </Stack>
  );
}

/** Single sign-on is only required once the owner has come in by it: else it might let nobody in. */
function ProveDialog({ onClose }: { onClose: () => void }) {
  const { employer } = useDesk();
  return (
    <Dialog open onClose={onClose} title={m.desk_sso_require_sure()} text={m.desk_sso_prove_first()}>
      <Button full onClick={() => leaveTo(signOnAddress(employer.id, "/desk/connections"))}>
        {m.desk_sso_prove_go()}
      </Button>
    </Dialog>
  );
}

function RequireDialog({ signOn: { keepers, leftOut }, breakGlassId, onClose }: RequiredProps & { onClose: () => void }) {
  const { mutateAsync: save, error, isPending } = useMutation(requireSignOn);
  const [chosen, setChosen] = useState(breakGlassId ?? keepers[0]?.id ?? "");
  const lost = leftOut.filter((name) => name !== keepers.find(({ id }) => id === chosen)?.name);
  const done = () => toast({ title: m.desk_sso_required(), tone: "good" });
  return (
    <Dialog open onClose={onClose} title={m.desk_sso_require_sure()} text={m.desk_sso_require_text()}>
      <Stack>
        <Field label={m.desk_sso_keeper()} hint={m.desk_sso_keeper_hint()}>
          {(ids) => (
            <select {...ids} value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
              {keepers.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {lost.length > 0 && <Banner tone="danger">{m.desk_sso_left_out({ names: formatList(lost) })}</Banner>}
        <Refusal error={error} />
        <Button full busy={isPending} onClick={() => void save(chosen, { onSuccess: onClose }).then(done, () => undefined)}>
          {m.desk_sso_require()}
        </Button>
      </Stack>
    </Dialog>
  );
}

function StopDialog({ onClose }: { onClose: () => void }) {
  const { mutateAsync: stop, error, isPending } = useMutation(makeSignOnOptional);
  const done = () => toast({ title: m.desk_sso_optional(), tone: "good" });
  return (
    <Dialog open onClose={onClose} title={m.desk_sso_stop_sure()} text={m.desk_sso_stop_text()}>
      <Stack>
        <Refusal error={error} />
        <Button full busy={isPending} onClick={() => void stop(undefined, { onSuccess: onClose }).then(done, () => undefined)}>
          {m.desk_sso_stop()}
        </Button>
      </Stack>
    </Dialog>
  );
}
