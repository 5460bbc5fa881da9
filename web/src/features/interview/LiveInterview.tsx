import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { completeFlow } from "#/api/session.queries.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { logError } from "#/platform/log.ts";
import { toast } from "#/ui/Toast/toast.ts";
import { askBeforeLeaving } from "./browser/leaving.ts";
import { browserPorts } from "./browser/ports.ts";
import { ignoreSecondTaps } from "./browser/secondTap.ts";
import type { Emitted } from "./model/base.ts";
import type { Script } from "./model/context.ts";
import type { Comfort, UploadQueue } from "./model/ports.ts";
import { createRoom } from "./model/room.ts";
import { toastOf } from "./notices.ts";
import { ComfortsContext } from "./screens/ComfortButton.tsx";
import { RecordingSaid } from "./screens/RecordingSaid.tsx";
import { Screen } from "./screens/Screen.tsx";
import { WatchedContext } from "./screens/WatchedBy.tsx";
import { serverApi } from "./server.ts";
import { useWatched } from "./useWatched.ts";

/** Loaded when the session ends, which is rare. */
const SignInAgain = lazy(async () => ({ default: (await import("./screens/SignInAgain.tsx")).SignInAgain }));

type LiveInterviewProps = {
  user: User;
  /** The interview to join, if one was named. */
  interviewId: string | null;
};

/** The live interview of this person, in this browser, with this server. */
export function LiveInterview({ user, interviewId }: LiveInterviewProps) {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const { mutate: finishFlow } = useMutation(completeFlow);
  function onEvent(event: Emitted): void {
    if (event.type === "CONSENT_NEEDED") return navigate("/video-interview-prep", { replace: true });
    if (event.type === "LEAVE") return navigate("/interview-complete", { replace: true });
    toast(toastOf(event.notice));
    if (event.notice !== "interview-complete") return;
    finishFlow(undefined, {
      onError: (error) => logError("The end of the onboarding was not recorded.", error),
    });
  }

  const [{ ports, room }] = useState(() => {
    const ports = browserPorts(user.id, serverApi(user, cache, interviewId));
    return { ports, room: createRoom({ ports, script: scriptFor(user.firstName) }, onEvent) };
  });
  const view = useSyncExternalStore(room.watch, room.view);
  const unsafe = room.isUnsafeToLeave();
  useEffect(ignoreSecondTaps, []);
  useEffect(() => (unsafe ? askBeforeLeaving() : undefined), [unsafe]);
  const watched = useWatched(room.interviewId(), view);
  const comforts = { comfort: room.comfort(), adjust: (comfort: Comfort) => room.act({ type: "ADJUST", comfort }) };
  return (
    <ComfortsContext value={comforts}>
      <WatchedContext value={watched}>
        <Screen view={view} act={room.act} name={user.firstName} unlock={ports.speaker.unlock} />
      </WatchedContext>
      <RecordingSaid view={view} />
      <SignedOut user={user} queue={ports.queue} />
    </ComfortsContext>
  );
}

/** Asks for a new sign-in when the server wants one. Who puts it off is asked again when they come back. */
function SignedOut({ user, queue }: { user: User; queue: UploadQueue }) {
  const signedOut = useSyncExternalStore(queue.watchSession, queue.isSignedOut);
  const [putOff, setPutOff] = useState(false);
  if (!signedOut || putOff) return null;
  const signedIn = () => queue.retry();
  return (
    <Suspense>
      <SignInAgain user={user} onSignedIn={signedIn} onLater={() => setPutOff(true)} />
    </Suspense>
  );
}

function scriptFor(name: string): Script {
  return {
    intro: ({ answers, jobTitle: job, questions }) =>
      answers.length > 0
        ? m.interview_intro_back({ name })
        : m.interview_intro({ name, job, total: questions.length }),
  };
}
