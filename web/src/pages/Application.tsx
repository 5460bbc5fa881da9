import { ApplicationDetail } from "#/features/applications/ApplicationDetail.tsx";
import { usePageQuery } from "#/platform/paths.ts";

export default function ApplicationPage() {
  return <ApplicationDetail id={usePageQuery("/application").id ?? ""} />;
}
