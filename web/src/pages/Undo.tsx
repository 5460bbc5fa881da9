import { useSearchParams } from "wouter";
import { UndoChange } from "#/features/account/UndoChange.tsx";

export default function UndoPage() {
  const [search] = useSearchParams();
  return <UndoChange linkKey={search.get("key") ?? "none"} />;
}
