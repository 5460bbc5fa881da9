import { Redirect } from "wouter";

/** The form for a new interview is a mode of the interviews page. */
export default function ScheduleVideoInterviewPage() {
  return <Redirect to="/interviews?mode=schedule" replace />;
}
