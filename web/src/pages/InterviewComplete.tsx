import { useQuery } from "@tanstack/react-query";
import { Redirect } from "wouter";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import { useUser } from "#/session/user.ts";
import type { Interview } from "#/api/types.ts";
import { Complete } from "#/features/interview/Complete.tsx";

/** Interviews in which nobody has said anything. */
const UNSPOKEN: Interview["status"][] = ["scheduled", "cancelled"];

export default function InterviewCompletePage() {
  const { id, firstName } = useUser();
  // Asked anew: what is remembered may be from before the interview. Without an answer, thanks are the better guess.
  const { data: interviews, isFetchedAfterMount, isSuccess } = useQuery({ ...interviewsQuery(id), refetchOnMount: "always" });
  const known = isFetchedAfterMount && isSuccess;
  if (known && interviews.every(({ status }) => UNSPOKEN.includes(status))) return <Redirect to="/dashboard" replace />;
  const latest = interviews?.find(({ status }) => status === "completed");
  return <Complete name={firstName} scored={latest && latest.scoring !== "declined"} />;
}
