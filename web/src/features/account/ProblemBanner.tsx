import { Banner } from "#/ui/Banner/Banner.tsx";
import type { Problem } from "./useRefusal.ts";

/** An error message next to its cause, announced at once. */
export function ProblemBanner({ problem }: { problem: Problem | null }) {
  return (
    problem && (
      <Banner key={problem.id} tone="danger">
        <strong>{problem.title}</strong>
        {problem.text && <p>{problem.text}</p>}
      </Banner>
    )
  );
}
