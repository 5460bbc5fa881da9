import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import type { Interview } from "#/api/types.ts";
import { averageScore, historyOf, scoredOf } from "#/features/dashboard/figures.ts";
import { formatScore } from "#/features/dashboard/format.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Levels } from "#/ui/Levels/Levels.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

interface Skill {
  name: string;
  /** The mean level, 1 to 5, rounded to the nearest; null where there was never enough evidence. */
  level: number | null;
  /** A person will still read an answer about it. */
  awaited: boolean;
  /** Number of interviews that asked about it. */
  interviews: number;
}

interface Analytics {
  /** Scores of completed interviews in percent, oldest first. A score of 0 counts as no score. */
  scores: number[];
  /** The skills asked about, highest level first. */
  skills: Skill[];
}

/** Statistics over all completed interviews. */
export function analyse(interviews: readonly Interview[]): Analytics {
  const history = historyOf(interviews).reverse();
  const found = new Map<string, { level: number | null; awaited: boolean }[]>();
  for (const { report, awaitsPerson, hasReader } of history) {
    for (const { competency, level, needsPerson } of report?.competencies ?? []) {
      found.set(competency, [...(found.get(competency) ?? []), { level, awaited: awaitsPerson && hasReader && needsPerson }]);
    }
  }
  const skills = [...found].map(([name, all]) => ({
    name,
    level: meanOf(all.map(({ level }) => level)),
    awaited: all.some(({ awaited }) => awaited),
    interviews: all.length,
  }));
  return {
    scores: history.flatMap(({ aiScore }) => aiScore || []),
    skills: skills.sort((a, b) => (b.level ?? 0) - (a.level ?? 0)),
  };
}

function meanOf(levels: readonly (number | null)[]): number | null {
  const known = levels.filter((level) => level !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, level) => sum + level, 0) / known.length);
}

/** A button that opens the statistics over all completed interviews. */
export function Analytics({ userId }: { userId: string }) {
  const [open, setOpen] = useState(false);
  const query = useQuery(interviewsQuery(userId));
  return (
    <>
      <Button variant="second" size="small" onClick={() => setOpen(true)}>
        {m.dashboard_analytics()}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={m.dashboard_analytics()}>
        <QueryState query={query} failed={m.dashboard_interviews_failed()}>
          {(interviews) => <Together interviews={interviews} />}
        </QueryState>
      </Dialog>
    </>
  );
}

function Together({ interviews }: { interviews: Interview[] }) {
  const { skills } = analyse(interviews);
  const average = averageScore(interviews);
  const scored = scoredOf(interviews);
  const [latest] = scored;
  const [best] = scored.slice().sort((a, b) => b.aiScore - a.aiScore);
  if (average === null || !best || !latest) return <Text>{m.dashboard_analytics_none()}</Text>;
  return (
    <Stack>
      <DescriptionList
        items={[
          {
            name: m.dashboard_interviews_average(),
            value: formatScore(
              average,
              scored.map(({ report }) => report),
            ),
          },
          { name: m.dashboard_analytics_best(), value: formatScore(best.aiScore, [best.report]) },
          { name: m.dashboard_analytics_latest(), value: formatScore(latest.aiScore, [latest.report]) },
        ]}
      />
      <Stack gap="xs">
        <Heading level={3}>{m.dashboard_analytics_skills()}</Heading>
        <Text size="small" quiet>
          {m.dashboard_analytics_skills_text()}
        </Text>
        <DescriptionList
          items={skills.map(({ name, level, awaited }) => ({
            name,
            value: <Levels level={level} without={awaited ? "awaited" : "none"} />,
          }))}
        />
      </Stack>
    </Stack>
  );
}
