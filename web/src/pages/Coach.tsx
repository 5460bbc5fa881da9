import { useSearch } from "wouter";
import { CoachDay } from "#/features/scheduling/CoachDay.tsx";

export default function CoachPage() {
  return <CoachDay linkKey={new URLSearchParams(useSearch()).get("key") ?? "none"} />;
}
