import { useSearchParams } from "wouter";
import { useUser } from "#/api/session.queries.ts";
import { LiveInterview } from "#/features/interview/LiveInterview.tsx";

export default function LiveInterviewPage() {
  const user = useUser();
  const [search] = useSearchParams();
  return <LiveInterview user={user} interviewId={search.get("interview")} />;
}
