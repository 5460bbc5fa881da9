import { useSearchParams } from "wouter";
import { Invitation } from "#/features/assessment/Invitation.tsx";

export default function AssessmentPage() {
  const [search] = useSearchParams();
  return <Invitation linkKey={search.get("key") ?? "none"} />;
}
