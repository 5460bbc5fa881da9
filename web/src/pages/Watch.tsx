import { useSearch } from "wouter";
import { Watch } from "#/features/callViewer/Watch.tsx";

export default function WatchPage() {
  const asked = new URLSearchParams(useSearch());
  const role = asked.get("role") === "observer" ? "observer" : "interviewer";
  return <Watch linkKey={asked.get("key") ?? "none"} role={role} />;
}
