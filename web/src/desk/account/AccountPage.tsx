import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { updateDeskMember } from "#/api/deskSession.queries.ts";
import { endStaffSession, removeSecondFactor, renewRecoveryCodes, setStaffPassword, staffSessionsQuery } from "#/api/deskSignIn.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { formatDateTime } from "#/format/dates.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { anyCode, exact, text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { PasswordField } from "#/ui/PasswordField/PasswordField.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Halves, Wide } from "#/ui/Wide/Wide.tsx";
import { useDesk } from "../session.ts";
import { AnyCode } from "../signIn/AnyCode.tsx";
import { Refusal } from "../signIn/SignInLayout.tsx";
import { needsProof, ProveAddress, RecoveryCodes, SetUpSteps } from "../signIn/SetUp.tsx";

const MIN_LENGTH = 8;

/** The member's own settings: name, mails, shortcuts, two-step sign-in, password and devices. */
export default function AccountPage() {
  return (
    <Wide>
      <Stack gap="l">
        <Heading level={1}>{m.desk_nav_account()}</Heading>
        <Halves>
          <Stack gap="l">
            <Settings />
            <TwoStep />
          </Stack>
          <Stack gap="l">
            <Password />
            <Devices />
          </Stack>
        </Halves>
      </Stack>
    </Wide>
  );
}

function Settings() {
  const { member } = useDesk();
  const { mutateAsync: update, error } = useMutation(updateDeskMember);
  const form = useForm({ name: text(m.desk_in_name_missing) }, { name: member.name });
  const submit = async (values: { name: string }) => {
    await update(values).then(
      () => toast({ title: m.desk_account_saved(), tone: "good" }),
      () => undefined,
    );
  };
  return (
    <TitledCard title={m.desk_account_you()}>
      <form {...form.on(submit)}>
        <Stack>
          <Text quiet>{member.email}</Text>
          <Field label={m.desk_in_name()} autoComplete="name" {...form.field("name")} />
          <Refusal error={error} />
          <Button type="submit" size="small" variant="second" busy={form.busy}>
            {m.desk_account_save()}
          </Button>
        </Stack>
      </form>
      <OptionCard
        type="checkbox"
        bare
        label={m.desk_account_digest()}
        detail={m.desk_account_digest_detail()}
        checked={member.dailyDigest}
        onChange={(event) => void update({ dailyDigest: event.target.checked }).catch(() => undefined)}
      />
      <OptionCard
        type="checkbox"
        bare
        label={m.desk_account_news()}
        detail={m.desk_account_news_detail()}
        checked={member.newsMail}
        onChange={(event) => void update({ newsMail: event.target.checked }).catch(() => undefined)}
      />
      <OptionCard
        type="checkbox"
        bare
        label={m.desk_account_shortcuts()}
        detail={m.desk_account_shortcuts_detail()}
        checked={member.shortcuts}
        onChange={(event) => void update({ shortcuts: event.target.checked }).catch(() => undefined)}
      />
    </TitledCard>
  );
}

function TwoStep() {
  const { member } = useDesk();
  const [step, setStep] = useState<"rest" | "set-up" | "renew" | "remove">("rest");
  const rest = () => setStep("rest");
  const left = member.recoveryCodesLeft;
  if (!member.secondFactor) {
    return (
      <TwoStepCard on={false}>
        {step === "set-up" ? <SetUpSteps onDone={rest} /> : <TextLink onClick={() => setStep("set-up")}>{m.desk_account_two_step_set_up()}</TextLink>}
      </TwoStepCard>
    );
  }
  return (
    <TwoStepCard on>
      {typeof left === "number" && <Text>{m.desk_account_codes_left({ amount: formatCount(left) })}</Text>}
      {step === "renew" || step === "remove" ? (
        <WithCode key={step} step={step} onDone={rest} />
      ) : (
        <Row wrap>
          <TextLink onClick={() => setStep("renew")}>{m.desk_account_codes_new()}</TextLink>
          {member.role !== "owner" && <TextLink onClick={() => setStep("remove")}>{m.desk_account_two_step_remove()}</TextLink>}
        </Row>
      )}
    </TwoStepCard>
  );
}

function TwoStepCard({ on, children }: { on: boolean; children: ReactNode }) {
  const tag = on ? <Tag tone="good">{m.desk_account_on()}</Tag> : <Tag>{m.desk_account_off()}</Tag>;
  return (
    <TitledCard title={m.desk_account_two_step()} aside={tag}>
      <Text quiet>{m.desk_account_two_step_text()}</Text>
      {children}
    </TitledCard>
  );
}

/** Asks for a code before new recovery codes are made, or before two-step sign-in is switched off. */
function WithCode({ step, onDone }: { step: "renew" | "remove"; onDone: () => void }) {
  const renew = useMutation(renewRecoveryCodes);
  const remove = useMutation(removeSecondFactor);
  const form = useForm({ code: anyCode(m.desk_in_code_missing) }, { code: "" });
  if (renew.data) {
    return (
      <Stack>
        <Text>{m.desk_in_codes_text()}</Text>
        <RecoveryCodes codes={renew.data.codes} />
        <Button size="small" variant="second" onClick={onDone}>
          {m.desk_in_codes_kept()}
        </Button>
      </Stack>
    );
  }
  const submit = async ({ code }: { code: string }) => {
    if (step === "renew") await renew.mutateAsync(code).catch(() => undefined);
    else await remove.mutateAsync(code).then(onDone, () => undefined);
  };
  return (
    <form {...form.on(submit)}>
      <Stack>
        <AnyCode label={m.desk_in_code()} hint={m.desk_in_code_text()} {...form.field("code")} />
        <Refusal error={renew.error ?? remove.error} />
        <Row wrap>
          <Button type="submit" size="small" busy={form.busy}>
            {step === "renew" ? m.desk_account_codes_new() : m.desk_account_two_step_remove()}
          </Button>
          <TextLink onClick={onDone}>{m.desk_account_cancel()}</TextLink>
        </Row>
      </Stack>
    </form>
  );
}

function Password() {
  const { member } = useDesk();
  const { mutateAsync: save, error, reset } = useMutation(setStaffPassword);
  const rules = {
    currentPassword: exact<{ currentPassword: string; newPassword: string }>((typed) => (typed || !member.hasPassword ? "" : m.desk_in_password_missing())),
    newPassword: exact<{ currentPassword: string; newPassword: string }>((typed) => (typed.length >= MIN_LENGTH ? "" : m.desk_in_password_short())),
  };
  const form = useForm(rules, { currentPassword: "", newPassword: "" });
  const submit = async (values: { currentPassword: string; newPassword: string }) => {
    reset();
    try {
      await save({ newPassword: values.newPassword, currentPassword: values.currentPassword || null });
      toast({ title: m.desk_account_password_saved(), tone: "good" });
    } catch (refused) {
      if (refused instanceof ApiError) form.setErrors(refused.fields);
    }
  };
  return (
    <TitledCard title={m.desk_in_password()}>
      <Text quiet>{m.desk_account_password_text()}</Text>
      <form {...form.on(submit)}>
        <Stack>
          {member.hasPassword && <PasswordField label={m.desk_account_password_current()} autoComplete="current-password" {...form.field("currentPassword")} />}
          <PasswordField label={m.desk_account_password_new()} autoComplete="new-password" {...form.field("newPassword")} />
          {needsProof(error) ? <ProveAddress /> : <Refusal error={error} />}
          <Button type="submit" size="small" variant="second" busy={form.busy}>
            {m.desk_account_password_save()}
          </Button>
        </Stack>
      </form>
    </TitledCard>
  );
}

function Devices() {
  const query = useQuery(staffSessionsQuery);
  const { mutate: end, error } = useMutation(endStaffSession);
  return (
    <TitledCard title={m.desk_account_devices()}>
      <QueryState query={query} failed={m.desk_in_failed()}>
        {(sessions) => (
          <Stack>
            <DividedList>
              {sessions.map((session) => (
                <li key={session.id}>
                  <Row spread>
                    <div>
                      <Text strong>{session.device}</Text>
                      <Text size="small" quiet>
                        {session.current ? m.desk_account_this_device() : m.desk_account_seen({ when: formatDateTime(session.lastSeenAt) })}
                      </Text>
                    </div>
                    {!session.current && (
                      <TextLink onClick={() => end(session.id)} aria-label={m.desk_account_end_one({ device: session.device })}>
                        {m.desk_sign_out()}
                      </TextLink>
                    )}
                  </Row>
                </li>
              ))}
            </DividedList>
            <Refusal error={error} />
            {sessions.length > 1 && <TextLink onClick={() => end(null)}>{m.desk_account_end_others()}</TextLink>}
          </Stack>
        )}
      </QueryState>
    </TitledCard>
  );
}
