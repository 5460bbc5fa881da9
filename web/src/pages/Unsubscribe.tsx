import { useSearch } from "wouter";
import { Unsubscribe } from "#/features/scheduling/Unsubscribe.tsx";

export default function UnsubscribePage() {
  return <Unsubscribe linkKey={new URLSearchParams(useSearch()).get("key") ?? "none"} />;
}
