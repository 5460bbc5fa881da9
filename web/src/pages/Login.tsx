import { useSessionEnded } from "#/session/user.ts";
import { pathToApply, wantedJob } from "#/session/wantedJob.ts";
import { BesideForm } from "#/features/account/BesideForm.tsx";
import { LoginForm } from "#/features/account/LoginForm.tsx";
import { m } from "#/messages.gen/messages.js";
import { onwardOf, usePageQuery } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";

/** Why the session ended, in words. */
function endOf(said: string | boolean): string {
  const [end] = /expired|revoked/.exec(String(said)) ?? [];
  return end === "expired" ? m.account_login_expired() : end ? m.account_login_revoked() : m.account_login_ended();
}

/** `signInReason`: why the requested page needs a sign-in. */
export default function Login({ signInReason }: { signInReason?: string | undefined }) {
  const query = usePageQuery("/login");
  const ended = useSessionEnded();
  const wanted = wantedJob();
  const next = onwardOf(query.next) ?? (wanted ? pathToApply(wanted) : null);
  const reason = ended ? endOf(ended) : signInReason;
  return (
    <Column>
      <Stack gap="l">
        <Heading level={1}>{m.account_login_title()}</Heading>
        {reason && <Banner tone="plain">{reason}</Banner>}
        <LoginForm next={next} />
      </Stack>
      <BesideForm />
    </Column>
  );
}
