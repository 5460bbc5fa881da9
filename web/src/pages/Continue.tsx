import { useSearchParams } from "wouter";
import { SessionHandover } from "#/features/account/SessionHandover.tsx";
import { sameOriginPath } from "#/platform/page.ts";

export default function ContinuePage() {
  const [search] = useSearchParams();
  return <SessionHandover linkKey={search.get("key") ?? "none"} next={sameOriginPath(search.get("next")) ?? "/"} />;
}
