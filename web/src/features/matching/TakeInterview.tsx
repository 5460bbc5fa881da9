import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "#/platform/paths.ts";
import { recordStep } from "#/session/steps.ts";
import { m } from "#/messages.gen/messages.js";
import { nowIso } from "#/platform/clock.ts";
import { logError } from "#/platform/log.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

export interface Start {
  go: () => void;
  /** The start was pressed, and the next page opens in a moment. */
  busy: boolean;
}

interface TakeInterviewProps {
  onLater?: () => void;
  /** Starts the interview, once the person has agreed to the recording on this page. */
  start?: Start | null;
  /** Renders only a link, because another action has priority here. */
  quiet?: boolean;
}

/**
 * Records that matching is done, and continues at once: the next page is open from step 3, and a failure to record the
 * step does not block the person.
 */
export function TakeInterview({ onLater, start, quiet = false }: TakeInterviewProps) {
  const onError = (error: unknown) => logError("The end of matching was not recorded.", error);
  const { mutate: saveStep } = useMutation({ ...recordStep, onError, scope: { id: "step" } });
  const navigate = useNavigate();

  function goOn(): void {
    saveStep({ step: 4, data: { matchingCompleted: true, matchingCompletedAt: nowIso() } });
    if (start) start.go();
    else navigate("/video-interview-prep");
  }

  if (quiet) {
    return (
      <TextLink center onClick={goOn}>
        {m.matching_interview()}
      </TextLink>
    );
  }
  return (
    <>
      <Button full busy={start?.busy ?? false} onClick={goOn}>
        {start ? m.interview_prep_start() : m.matching_interview()}
      </Button>
      {onLater && (
        <TextLink center onClick={onLater}>
          {m.matching_later()}
        </TextLink>
      )}
    </>
  );
}
