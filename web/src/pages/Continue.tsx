import { useSearchParams } from "wouter";
import { GoOn } from "#/features/account/GoOn.tsx";
import { ownPath } from "#/platform/page.ts";

export default function ContinuePage() {
  const [search] = useSearchParams();
  return <GoOn linkKey={search.get("key") ?? "none"} next={ownPath(search.get("next")) ?? "/"} />;
}
