import { CoachDay } from "#/features/scheduling/CoachDay.tsx";
import { usePageQuery } from "#/platform/paths.ts";

export default function CoachPage() {
  return <CoachDay linkKey={usePageQuery("/coach").key ?? "none"} />;
}
