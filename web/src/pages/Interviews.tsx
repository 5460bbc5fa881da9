import { useLocation } from "wouter";
import { useSession } from "#/api/session.queries.ts";
import { InterviewDashboard } from "#/features/dashboard/interviews/InterviewDashboard.tsx";
import { InterviewsHeading } from "#/features/dashboard/interviews/InterviewsHeading.tsx";
import { roomOf } from "#/features/dashboard/next.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";

export default function InterviewsPage() {
  const session = useSession();
  const [, navigate] = useLocation();
  if (session.state !== "signed-in") return <AccessRequired />;
  return (
    <Wide split>
      <InterviewsHeading userId={session.user.id} />
      <InterviewDashboard userId={session.user.id} onJoin={(interview) => navigate(roomOf(interview))} />
    </Wide>
  );
}

function AccessRequired() {
  return (
    <Column>
      <Empty art="keys" level={1} title={m.dashboard_interviews_access()} text={m.dashboard_interviews_access_text()}>
        <Button full="phone" href="/sign-up">
          {m.dashboard_interviews_sign_in()}
        </Button>
      </Empty>
    </Column>
  );
}
