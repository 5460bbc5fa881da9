import { useMutation } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { recordStep } from "#/session/steps.ts";
import { m } from "#/messages.gen/messages.js";
import { nowIso } from "#/platform/clock.ts";
import { logError } from "#/platform/log.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

interface TakeInterviewProps {
  onLater?: () => void;
  /** Renders only a link, because another action has priority here. */
  quiet?: boolean;
}

/** Records that matching is done and continues. A failure to record the step does not block the person. */
export function TakeInterview({ onLater, quiet = false }: TakeInterviewProps) {
  const step = useMutation(recordStep);
  const [, navigate] = useLocation();

  function goOn(): void {
    const data = { matchingCompleted: true, matchingCompletedAt: nowIso() };
    step.mutate(
      { step: 4, data },
      {
        onError: (error) => logError("The end of matching was not recorded.", error),
        onSettled: () => navigate("/video-interview-prep"),
      },
    );
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
      <Button full busy={step.isPending} onClick={goOn}>
        {m.matching_interview()}
      </Button>
      {onLater && (
        <TextLink center onClick={onLater}>
          {m.matching_later()}
        </TextLink>
      )}
    </>
  );
}
