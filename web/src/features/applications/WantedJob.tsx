import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { jobStatesQuery } from "#/api/applications.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import ApplyFor from "./ApplyFor.tsx";

/** Brings somebody who came from a job's page back to that job. Nothing if they can't apply for it any more. */
export default function WantedJob({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const [applying, setApplying] = useState(false);
  const { data } = useQuery(jobStatesQuery([jobId]));
  const [job] = data?.jobs ?? [];
  if (!applying && job?.state !== "open") return null;
  return (
    <Callout as="section" aria-label={m.applications_wanted()}>
      <Stack gap="s">
        <Heading level={2} size={3}>
          {m.applications_wanted()}
        </Heading>
        <Text>{[job?.title, job?.employer?.name, job?.place].filter(Boolean).join(", ")}</Text>
        <Button size="small" onClick={() => setApplying(true)}>
          {m.applications_apply()}
        </Button>
      </Stack>
      {applying && <ApplyFor jobId={jobId} onClose={onDone} />}
    </Callout>
  );
}
