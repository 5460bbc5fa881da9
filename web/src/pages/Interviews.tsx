import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { followNotifications } from "#/api/notifications.queries.ts";
import { useSession } from "#/session/user.ts";
import type { Interview } from "#/api/types.ts";
import { InterviewDashboard } from "#/features/dashboard/interviews/InterviewDashboard.tsx";
import { InterviewsHeading } from "#/features/dashboard/interviews/InterviewsHeading.tsx";
import { roomOf } from "#/features/dashboard/next.ts";
import { ChangeInterview } from "#/features/scheduling/ChangeInterview.tsx";
import { ScheduleInterview } from "#/features/scheduling/ScheduleInterview.tsx";
import { m } from "#/messages.gen/messages.js";
import { pathTo, useNavigate, usePageQuery } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";

/** Three modes: all interviews, the form for a new one (`?mode=schedule`), and an interview itself, in its room. */
export default function InterviewsPage() {
  const session = useSession();
  const cache = useQueryClient();
  useEffect(() => followNotifications(cache), [cache]);
  const scheduling = usePageQuery("/interviews").mode === "schedule";
  const navigate = useNavigate();
  const [changing, setChanging] = useState<Interview | null>(null);
  if (session.state !== "signed-in") return <AccessRequired />;
  if (scheduling) return <ScheduleInterview user={session.user} onDone={() => navigate("/interviews")} />;
  const schedule = () => navigate(pathTo("/interviews", { mode: "schedule" }));
  return (
    <Wide split>
      <InterviewsHeading userId={session.user.id} onSchedule={schedule} />
      <InterviewDashboard userId={session.user.id} onJoin={(interview) => navigate(roomOf(interview))} onSchedule={schedule} onChange={setChanging} />
      <ChangeInterview interview={changing} onClose={() => setChanging(null)} />
    </Wide>
  );
}

function AccessRequired() {
  return (
    <Column>
      <Empty art="compass" level={1} title={m.dashboard_interviews_access()} text={m.dashboard_interviews_access_text()}>
        <Button full="phone" href="/sign-up">
          {m.dashboard_interviews_sign_in()}
        </Button>
      </Empty>
    </Column>
  );
}
