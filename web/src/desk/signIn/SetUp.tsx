import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deskSessionQuery } from "#/api/deskSession.queries.ts";
import { confirmSetup, requestOwnLink, setupQuery } from "#/api/deskSignIn.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { copyText } from "#/platform/clipboard.ts";
import { outsideAddress } from "#/platform/outside.ts";
import { usePath } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { anyCode } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { SignInLayout, Refusal } from "./SignInLayout.tsx";
import styles from "./SignInLayout.module.css";

/** The page on which an owner sets up two-step sign-in before anything else. */
export function SetUp() {
  return (
    <SignInLayout title={m.desk_in_setup_title()} text={m.desk_in_setup_owners()}>
      <SetUpSteps />
    </SignInLayout>
  );
}

/** Sets up two-step sign-in: a QR code, a first code, then recovery codes. */
export function SetUpSteps({ onDone }: { onDone?: () => void }) {
  const cache = useQueryClient();
  const [codes, setCodes] = useState<string[] | null>(null);
  const setup = useQuery(setupQuery);
  const { mutateAsync: confirm, error, reset } = useMutation(confirmSetup);
  const form = useForm({ code: anyCode(m.desk_in_code_missing) }, { code: "" });
  if (codes !== null) {
    const finish = () => void cache.invalidateQueries(deskSessionQuery).then(onDone);
    return (
      <Stack>
        <Heading level={2} autoFocus>
          {m.desk_in_codes_title()}
        </Heading>
        <Text>{m.desk_in_codes_text()}</Text>
        <RecoveryCodes codes={codes} />
        <Button full="phone" onClick={finish}>
          {m.desk_in_codes_kept()}
        </Button>
      </Stack>
    );
  }
  const submit = async (values: { code: string }) => {
    reset();
    await confirm(values.code).then(
      (reply) => setCodes(reply.codes),
      () => undefined,
    );
  };
  return (
    <QueryState
      query={setup}
      failed={(failure, retry) =>
        needsProof(failure) ? (
          <ProveAddress />
        ) : (
          <Stack>
            <Refusal error={failure instanceof Error ? failure : null} />
            <div>
              <Button {...retry}>{m.ui_retry()}</Button>
            </div>
          </Stack>
        )
      }
    >
      {({ secret, uri, size, path }) => (
        <Stack>
          <Text>{m.desk_in_setup_text()}</Text>
          <Text>{m.desk_in_setup_how()}</Text>
          <svg viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={m.desk_in_setup_qr()} className={styles.qr}>
            <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="white" />
            <path d={path} fill="black" shapeRendering="crispEdges" />
          </svg>
          <OpenAuthenticator uri={uri} />
          <Text size="small">
            {m.desk_in_setup_secret()} <b className={styles.secret}>{secret.match(/.{1,4}/g)?.join(" ")}</b>
          </Text>
          <div>
            <Button type="button" variant="second" size="small" onClick={() => void copyKey(secret)}>
              {m.desk_in_setup_copy()}
            </Button>
          </div>
          <form {...form.on(submit)}>
            <Stack>
              <Field label={m.desk_in_code()} inputMode="numeric" autoComplete="one-time-code" {...form.field("code")} />
              <Refusal error={error} />
              <Button type="submit" full="phone" busy={form.busy}>
                {m.desk_in_continue()}
              </Button>
            </Stack>
          </form>
        </Stack>
      )}
    </QueryState>
  );
}

/** Opens the authenticator app of this phone. */
function OpenAuthenticator({ uri }: { uri: string }) {
  const app = outsideAddress(uri);
  return app && <TextLink outside={app}>{m.desk_in_setup_open()}</TextLink>;
}

function copyKey(secret: string): Promise<void> {
  return copyText(secret).then(
    () => toast({ title: m.desk_in_setup_copied(), tone: "good" }),
    () => toast({ title: m.desk_in_setup_copy_failed(), tone: "danger" }),
  );
}

/** Whether the server wants a mailed link first. */
export function needsProof(error: unknown): boolean {
  return error instanceof ApiError && error.code === "address_proof_required";
}

/** Mails the member a link that leads back to this page. */
export function ProveAddress() {
  const path = usePath();
  const { mutate: send, error, isPending, isSuccess } = useMutation(requestOwnLink);
  const page = path.startsWith("/desk/sign-in") ? "/desk" : path;
  return (
    <Stack>
      <Refusal error={error} />
      <p role="status">{isSuccess ? m.desk_in_proof_sent() : m.desk_in_prove()}</p>
      {!isSuccess && (
        <Button full="phone" busy={isPending} onClick={() => send(page)}>
          {m.desk_in_send()}
        </Button>
      )}
    </Stack>
  );
}

/** Recovery codes, which are shown once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <Stack gap="s">
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <TextLink outside={`data:text/plain;charset=utf-8,${encodeURIComponent(codes.join("\n"))}`} download="recovery-codes.txt">
        {m.desk_in_codes_download()}
      </TextLink>
    </Stack>
  );
}
