import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ApplicationSummary } from "#/api/applications.queries.ts";
import type { Interview, User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { useNow } from "#/platform/clock.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { NextSteps } from "#/ui/NextSteps/NextSteps.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { whatHappensNext } from "./next.ts";

const TICK_MS = 5000;

interface NextCardProps {
  user: User;
  interviews: UseQueryResult<Interview[]>;
  /** The newest applications; undefined while they are not known. */
  applications: readonly ApplicationSummary[] | undefined;
  /** How many applications were sent and not taken back. */
  sent: number | undefined;
  /** Where the person chooses the jobs that get the interview. */
  send: ReactNode;
}

/** The journey's past, current and future steps, and the next action. */
export function NextCard({ interviews, ...rest }: NextCardProps) {
  return (
    <TitledCard title={m.dashboard_next()}>
      <QueryState query={interviews} failed={m.dashboard_next_failed()}>
        {(all) => <Steps {...rest} interviews={all} />}
      </QueryState>
    </TitledCard>
  );
}

function Steps({ user, interviews, applications, sent, send }: Omit<NextCardProps, "interviews"> & { interviews: Interview[] }) {
  const { steps, action } = whatHappensNext(user, interviews, applications, useNow(TICK_MS), sent);
  return (
    <>
      <NextSteps steps={steps} />
      {action === "send"
        ? send
        : action && (
            <Button full variant={action.quiet ? "second" : "primary"} href={action.href}>
              {action.label}
            </Button>
          )}
    </>
  );
}
