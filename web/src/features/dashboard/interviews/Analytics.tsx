import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { interviewsQuery } from "#/api/interviews.queries.ts";
import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Levels } from "#/ui/Levels/Levels.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { analyse } from "../analytics.ts";
import { averageScore } from "../figures.ts";

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
  const { scores, skills } = analyse(interviews);
  const average = averageScore(interviews);
  if (average === null) return <Text>{m.dashboard_analytics_none()}</Text>;
  const percent = (score: number) => m.dashboard_interviews_percent({ score });
  return (
    <Stack>
      <DescriptionList
        items={[
          { name: m.dashboard_interviews_average(), value: percent(average) },
          { name: m.dashboard_analytics_best(), value: percent(Math.max(...scores)) },
          { name: m.dashboard_analytics_latest(), value: percent(scores.at(-1) ?? average) },
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
