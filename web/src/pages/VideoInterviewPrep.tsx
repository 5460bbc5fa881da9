import { browserCamera } from "#/features/interview/browser/camera.ts";
import { enterAtOnce } from "#/features/interview/browser/consent.ts";
import { Prep } from "#/features/interview/prep/Prep.tsx";
import { Resume } from "#/features/interview/prep/Resume.tsx";
import { useStart } from "#/features/interview/prep/useStart.ts";
import { pathTo, useNavigate, usePageQuery } from "#/platform/paths.ts";

export default function VideoInterviewPrepPage() {
  const navigate = useNavigate();
  const { interview: wanted } = usePageQuery("/video-interview-prep");
  const { interviews, terms, start, isStarting } = useStart(wanted);

  function resume(interview: string): void {
    enterAtOnce();
    navigate(pathTo("/live-interview", { interview }));
  }

  const current = interviews?.find(({ status, consentVersion }) => status === "in-progress" && consentVersion);
  if (current) return <Resume job={current.jobTitle} onResume={() => resume(current.id)} />;
  return <Prep camera={browserCamera} terms={terms} onStart={start} starting={isStarting} />;
}
