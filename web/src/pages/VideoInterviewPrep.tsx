import { useMutation, useQuery } from "@tanstack/react-query";
import { consentTermsQuery, interviewsQuery } from "#/api/interviews.queries.ts";
import { recordStep } from "#/session/steps.ts";
import { useUser } from "#/session/user.ts";
import { browserCamera } from "#/features/interview/browser/camera.ts";
import { enterAtOnce, type GivenConsent, rememberConsent } from "#/features/interview/browser/consent.ts";
import type { Terms } from "#/features/interview/prep/ConsentForm.tsx";
import { Prep } from "#/features/interview/prep/Prep.tsx";
import { Resume } from "#/features/interview/prep/Resume.tsx";
import { nowIso } from "#/platform/clock.ts";
import { logError } from "#/platform/log.ts";
import { pathTo, useNavigate, usePageQuery } from "#/platform/paths.ts";

export default function VideoInterviewPrepPage() {
  const user = useUser();
  const step = useMutation(recordStep);
  const navigate = useNavigate();
  const { interview: wanted } = usePageQuery("/video-interview-prep");

  function start(consent: GivenConsent): void {
    rememberConsent(user.id, consent);
    enterAtOnce();
    const data = { interviewPrepCompleted: true, interviewPrepCompletedAt: nowIso() };
    step.mutate(
      { step: 5, data },
      {
        onError: (error) => logError("The end of the preparation was not recorded.", error),
        onSettled: () => navigate(pathTo("/live-interview", { interview: wanted })),
      },
    );
  }

  function resume(interview: string): void {
    enterAtOnce();
    navigate(pathTo("/live-interview", { interview }));
  }

  const interviews = useQuery({ ...interviewsQuery(user.id), refetchOnMount: "always" });
  const terms = useTerms();
  const current = interviews.data?.find(({ status, consentVersion }) => status === "in-progress" && consentVersion);
  if (current) return <Resume job={current.jobTitle} onResume={() => resume(current.id)} />;
  const known: Terms = interviews.isPending ? { state: "loading" } : terms;
  return <Prep camera={browserCamera} terms={known} onStart={start} starting={step.isPending} />;
}

function useTerms(): Terms {
  const { data, isError, refetch } = useQuery(consentTermsQuery);
  if (data) return { state: "ready", ...data };
  return isError ? { state: "failed", retry: () => void refetch() } : { state: "loading" };
}
