import { useMutation, useQuery } from "@tanstack/react-query";
import { consentTermsQuery, interviewsQuery } from "#/api/interviews.queries.ts";
import type { Interview } from "#/api/types.ts";
import { nowIso } from "#/platform/clock.ts";
import { logError } from "#/platform/log.ts";
import { pathTo, useNavigate } from "#/platform/paths.ts";
import { recordStep } from "#/session/steps.ts";
import { useUser } from "#/session/user.ts";
import { wantedJob } from "#/session/wantedJob.ts";
import { enterAtOnce, type GivenConsent, rememberConsent, unlockVoice } from "#/features/interview/browser/consent.ts";
import type { Terms } from "./ConsentForm.tsx";

interface Start {
  /** Undefined while unknown. */
  interviews: Interview[] | undefined;
  terms: Terms;
  /** Goes into the room with this consent. Call it in the press. */
  start: (consent: GivenConsent) => void;
  isStarting: boolean;
}

/** What the start of an interview needs, and the start itself. `wanted` is the requested interview, if any. */
export function useStart(wanted?: string): Start {
  const user = useUser();
  // After the step that the matches record in the same press: the last one recorded is where the person continues.
  const step = useMutation({ ...recordStep, scope: { id: "step" } });
  const navigate = useNavigate();
  const { data: interviews, isPending } = useQuery({ ...interviewsQuery(user.id), refetchOnMount: "always" });
  const terms = useTerms();

  function start(consent: GivenConsent): void {
    rememberConsent(user.id, consent);
    unlockVoice();
    const data = { interviewPrepCompleted: true, interviewPrepCompletedAt: nowIso() };
    step.mutate(
      { step: 5, data },
      {
        onError: (error) => logError("The end of the preparation was not recorded.", error),
        onSettled: () => {
          enterAtOnce();
          navigate(pathTo("/live-interview", { interview: wanted }));
        },
      },
    );
  }

  return { interviews, terms: isPending ? { state: "loading" } : terms, start, isStarting: step.isPending };
}

function useTerms(): Terms {
  const job = wantedJob();
  const { data, isError, refetch } = useQuery(consentTermsQuery(job ? [job] : []));
  if (data) return { state: "ready", ...data };
  return isError ? { state: "failed", retry: () => void refetch() } : { state: "loading" };
}
