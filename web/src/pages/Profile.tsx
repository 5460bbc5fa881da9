import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "#/platform/paths.ts";
import { leave, logOut } from "#/session/end.ts";
import { readyToSignOut } from "#/session/signOut.ts";
import { profileQuery, useSession } from "#/session/user.ts";
import type { User } from "#/api/types.ts";
import { ChangePassword } from "#/features/account/ChangePassword.tsx";
import { Passkeys } from "#/features/account/Passkeys.tsx";
import { VerifyAddress } from "#/features/account/VerifyAddress.tsx";
import { Sessions } from "#/features/account/Sessions.tsx";
import { Profile } from "#/features/profile/Profile.tsx";
import { m } from "#/messages.gen/messages.js";
import { logError } from "#/platform/log.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";

export default function ProfilePage() {
  const session = useSession();
  return session.state === "signed-in" ? <Own user={session.user} /> : <SignedOut />;
}

function Own({ user }: { user: User }) {
  const cache = useQueryClient();
  const { mutateAsync, isPending } = useMutation(logOut);
  const navigate = useNavigate();

  /** Signs out locally whatever the server responds; this page is unmounted by then. */
  async function signOut(): Promise<void> {
    if (!(await readyToSignOut())) return;
    await mutateAsync().catch((error: unknown) => logError("The session was not ended on the server.", error));
    navigate("/", { replace: true });
    leave(cache);
  }

  return (
    <Profile
      user={user}
      query={useQuery(profileQuery)}
      onSignOut={() => void signOut()}
      signingOut={isPending}
      verifyEmail={<VerifyAddress what="email" address={user.email ?? ""} />}
      verifyPhone={<VerifyAddress what="phone" address={user.phone ?? ""} />}
    >
      <ChangePassword email={user.email} />
      <Passkeys />
      <Sessions />
      <TitledCard title={m.booking_wants()}>
        <Button variant="second" full="phone" href="/unsubscribe">
          {m.booking_wants_choose()}
        </Button>
      </TitledCard>
      <TitledCard title={m.privacy_open_title()}>
        <Button variant="second" full="phone" href="/your-data">
          {m.privacy_open()}
        </Button>
      </TitledCard>
    </Profile>
  );
}

function SignedOut() {
  return (
    <Column>
      <Empty art="compass" level={1} title={m.profile_signed_out()}>
        <Button full="phone" href="/login">
          {m.profile_sign_in()}
        </Button>
      </Empty>
    </Column>
  );
}
