import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { holdSession } from "#/session/end.ts";
import { completeFlow } from "#/session/steps.ts";
import { askForAccommodation } from "#/api/accommodations.queries.ts";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { logError } from "#/platform/log.ts";
import { pathTo, useNavigate } from "#/platform/paths.ts";
import { askBeforeLeaving } from "#/features/interview/browser/leaving.ts";
import { takeEntry } from "#/features/interview/browser/consent.ts";
import { browserPorts } from "#/features/interview/browser/ports.ts";
import { ignoreSecondTaps } from "#/features/interview/browser/secondTap.ts";
import type { Emitted } from "#/features/interview/model/base.ts";
import type { Script } from "#/features/interview/model/context.ts";
import { createRoom } from "#/features/interview/model/room.ts";
import type { NoticeShown } from "#/features/interview/screens/NoticeLine.tsx";
import { RecordingStatus } from "#/features/interview/screens/RecordingStatus.tsx";
import { Screen } from "#/features/interview/screens/Screen.tsx";
import { interviewApi } from "./interviewApi.ts";
import { useSignInAgain } from "./useSignInAgain.ts";
import { useWatched } from "./useWatched.ts";

/** Loaded with the room, but after its first screen: it must open without a signal too. */
const loadDialog = () => import("./AccommodationDialog.tsx");
const AccommodationDialog = lazy(async () => ({ default: (await loadDialog()).AccommodationDialog }));

type LiveInterviewProps = {
  user: User;
  /** The interview to join, if the URL names one. */
  interviewId: string | null;
};

/** Connects the live interview to this person, this browser and the API server. */
export function LiveInterview({ user, interviewId }: LiveInterviewProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { mutate: finishFlow } = useMutation(completeFlow);
  const [notice, setNotice] = useState<NoticeShown | null>(null);
  function onEvent(event: Emitted): void {
    if (event.type === "CONSENT_NEEDED") return navigate(pathTo("/video-interview-prep", { interview: interviewId ?? undefined }), { replace: true });
    if (event.type === "LEAVE") return navigate("/interview-complete", { replace: true });
    setNotice((last) => ({ id: (last?.id ?? 0) + 1, notice: event.notice }));
    if (event.notice !== "interview-complete") return;
    finishFlow(undefined, {
      onError: (error) => logError("The end of the onboarding was not recorded.", error),
    });
  }

  const [{ ports, room }] = useState(() => {
    const ports = browserPorts(user.id, interviewApi(user, cache, interviewId));
    return { ports, room: createRoom({ ports, script: scriptFor(user.firstName) }, onEvent) };
  });
  const view = useSyncExternalStore(room.watch, room.view);
  const unsafe = room.isUnsafeToLeave();
  // Before the lobby is painted: who has just pressed a start button is not asked to press another.
  useLayoutEffect(() => {
    if (view.at !== "loading" && takeEntry() && view.at === "lobby") room.act({ type: "START" });
  }, [view.at, room]);
  useEffect(ignoreSecondTaps, []);
  useEffect(() => void loadDialog().catch(() => undefined), []);
  useEffect(() => holdSession(cache), [cache]);
  useEffect(() => (unsafe ? askBeforeLeaving() : undefined), [unsafe]);
  const interview = room.interview();
  const watched = useWatched(interview, view, user.firstName);
  const [helping, setHelping] = useState(false);
  const asking = useMutation(askForAccommodation);
  const askForPerson = () => asking.mutate({ kind: "person", interviewId: interview?.id ?? null });
  const signIn = useSignInAgain(ports.queue, view);
  return (
    <>
      <Screen
        view={view}
        act={room.act}
        name={user.firstName}
        unlock={ports.speaker.unlock}
        notice={notice}
        onNoticeClose={() => setNotice(null)}
        preferences={{
          preferences: room.preferences(),
          onChange: (preferences) => room.act({ type: "ADJUST", preferences }),
        }}
        watched={watched}
        help={{
          onPerson: () => {
            askForPerson();
            setHelping(true);
          },
          onAsk: () => setHelping(true),
        }}
        signIn={
          signIn.state === "none"
            ? undefined
            : { user, isOpen: signIn.state === "asked", onOpen: signIn.ask, onSignedIn: () => ports.queue.retry(), onLater: signIn.putOff }
        }
      />
      <RecordingStatus view={view} />
      <Suspense>
        {helping && (
          <AccommodationDialog
            inRoom
            interviewId={interview?.id ?? null}
            onRetry={asking.isError ? askForPerson : undefined}
            onClose={() => setHelping(false)}
          />
        )}
      </Suspense>
    </>
  );
}

function scriptFor(name: string): Script {
  return {
    intro: ({ jobTitle: job, questions }, rejoined) =>
      rejoined ? m.interview_intro_back({ name }) : m.interview_intro({ name, job, total: questions.length }),
    followUp: (question, topic) => m.interview_says_follow_up({ question, topic }),
  };
}
