import { SessionHandover } from "#/features/account/SessionHandover.tsx";
import { pageAt, usePageQuery } from "#/platform/paths.ts";

export default function ContinuePage() {
  const { key = "none", next } = usePageQuery("/continue");
  return <SessionHandover linkKey={key} next={pageAt(next) ?? "/"} />;
}
