import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { useLocation } from "wouter";
import { completeFlow } from "#/api/session.queries.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { logError } from "#/platform/log.ts";
import { browserPorts } from "./browser/ports.ts";
import { InterviewRoom } from "./InterviewRoom.tsx";
import type { Emitted } from "./model/base.ts";
import type { Script } from "./model/context.ts";
import { serverApi } from "./server.ts";

type LiveInterviewProps = { user: User; /** The interview to join, if it was named. */ interviewId: string | null };

/** The live interview of this person, in this browser, with this server. */
export function LiveInterview({ user, interviewId }: LiveInterviewProps) {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate: finishFlow } = useMutation(completeFlow);
  const [ports] = useState(() => browserPorts(user.id, serverApi(user, cache, interviewId)));
  const [script] = useState(() => scriptFor(user.firstName));
  const onEvent = useCallback(
    (event: Emitted) => {
      if (event.type === "CONSENT_NEEDED") return navigate("/video-interview-prep", { replace: true });
      if (event.type === "LEAVE") return navigate("/interview-complete", { replace: true });
      if (event.notice !== "interview-complete") return;
      finishFlow(undefined, { onError: (error) => logError("The end of the onboarding was not recorded.", error) });
    },
    [navigate, finishFlow],
  );
  return <InterviewRoom ports={ports} script={script} name={user.firstName} onEvent={onEvent} />;
}

function scriptFor(name: string): Script {
  return {
    intro: ({ answers, jobTitle: job, questions }) =>
      answers.length > 0
        ? m.interview_intro_back({ name })
        : m.interview_intro({ name, job, total: questions.length }),
  };
}
