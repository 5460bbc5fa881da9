import { Watch } from "#/features/callViewer/Watch.tsx";
import { usePageQuery } from "#/platform/paths.ts";

export default function WatchPage() {
  const { key = "none", role } = usePageQuery("/watch");
  return <Watch linkKey={key} role={role === "observer" ? "observer" : "interviewer"} />;
}
