import { Redirect } from "wouter";
import { pathTo } from "#/platform/paths.ts";

/** The form for a new interview is a mode of the interviews page. */
export default function ScheduleVideoInterviewPage() {
  return <Redirect to={pathTo("/interviews", { mode: "schedule" })} replace />;
}
