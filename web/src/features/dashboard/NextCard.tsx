import type { UseQueryResult } from "@tanstack/react-query";
import type { Interview, User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { NextSteps } from "#/ui/NextSteps/NextSteps.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { whatHappensNext } from "./next.ts";

const TICK_MS = 5000;

/** The journey's past, current and future steps, and the next action. */
export function NextCard({ user, interviews }: { user: User; interviews: UseQueryResult<Interview[]> }) {
  return (
    <TitledCard title={m.dashboard_next()}>
      <QueryState query={interviews} failed={m.dashboard_next_failed()}>
        {(all) => <Steps user={user} interviews={all} />}
      </QueryState>
    </TitledCard>
  );
}

function Steps({ user, interviews }: { user: User; interviews: Interview[] }) {
  const { steps, action } = whatHappensNext(user, interviews, useNow(TICK_MS));
  return (
    <>
      <NextSteps steps={steps} />
      {action && (
        <Button full variant={action.quiet ? "second" : "primary"} href={action.href}>
          {action.label}
        </Button>
      )}
    </>
  );
}
