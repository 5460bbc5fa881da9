import { Banner } from "#/ui/Banner/Banner.tsx";
import type { Problem } from "./useRefusal.ts";

/** Says what went wrong, where it did; read out at once. */
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
