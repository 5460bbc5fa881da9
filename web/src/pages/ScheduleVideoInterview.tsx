import { Redirect } from "wouter";

/** The form for a new interview is a mode of the interviews. */
export default function ScheduleVideoInterviewPage() {
  return <Redirect to="/interviews?mode=schedule" replace />;
}
