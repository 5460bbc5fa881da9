import { useSearchParams } from "wouter";
import { GoOn } from "#/features/account/GoOn.tsx";
import { sameOriginPath } from "#/platform/page.ts";

export default function ContinuePage() {
  const [search] = useSearchParams();
  return <GoOn linkKey={search.get("key") ?? "none"} next={sameOriginPath(search.get("next")) ?? "/"} />;
}
