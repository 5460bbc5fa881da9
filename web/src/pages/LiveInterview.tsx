import { useSession } from "#/session/user.ts";
import { LiveInterview } from "#/features/interview/LiveInterview.tsx";
import { m } from "#/messages.gen/messages.js";
import { usePageQuery } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";

export default function LiveInterviewPage() {
  const session = useSession();
  const { interview = null } = usePageQuery("/live-interview");
  if (session.state !== "signed-in") return <SignInFirst />;
  return <LiveInterview user={session.user} interviewId={interview} />;
}

function SignInFirst() {
  return (
    <Column>
      <Empty art="compass" level={1} title={m.account_login_interview()}>
        <Button full="phone" href="/login">
          {m.shell_sign_in()}
        </Button>
      </Empty>
    </Column>
  );
}
