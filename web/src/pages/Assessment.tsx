import { Invitation } from "#/features/assessment/Invitation.tsx";
import { usePageQuery } from "#/platform/paths.ts";

export default function AssessmentPage() {
  return <Invitation linkKey={usePageQuery("/assessment").key ?? "none"} />;
}
