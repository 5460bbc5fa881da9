import { pathTo } from "#/platform/paths.ts";
import { Redirect } from "#/ui/AppLink/Redirect.tsx";

/** The form for a new interview is a mode of the interviews page. */
export default function ScheduleVideoInterviewPage() {
  return <Redirect to={pathTo("/interviews", { mode: "schedule" })} />;
}
