import { useSearchParams } from "wouter";
import { ApplicationDetail } from "#/features/applications/ApplicationDetail.tsx";

export default function ApplicationPage() {
  const [search] = useSearchParams();
  return <ApplicationDetail id={search.get("id") ?? ""} />;
}
