import { useQuery } from "@tanstack/react-query";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import { useUser } from "#/api/session.queries.ts";
import { Complete } from "#/features/interview/Complete.tsx";

export default function InterviewCompletePage() {
  const { id, firstName } = useUser();
  const { data: interviews } = useQuery(interviewsQuery(id));
  const latest = interviews?.find(({ status }) => status === "completed");
  return <Complete name={firstName} scored={latest && latest.scoring !== "declined"} />;
}
