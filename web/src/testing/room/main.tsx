/** The interview room in any moment of it: /room.html#06-answering while `make dev` runs. It is no part of what is built. */

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import "#/ui/tokens.css";
import "#/ui/base.css";
import "#/ui/fonts.css";
import { AppShell } from "#/app/AppShell.tsx";
import { browserCamera } from "#/features/interview/browser/camera.ts";
import type { Capture, InterviewPreferences } from "#/features/interview/model/ports.ts";
import type { InterviewView } from "#/features/interview/model/view.ts";
import { ComfortsContext } from "#/features/interview/screens/InterviewShell.tsx";
import { Screen } from "#/features/interview/screens/Screen.tsx";
import { SignInAgain } from "#/features/interview/screens/SignInAgain.tsx";
import { WatchedContext } from "#/features/interview/screens/WatchedBy.tsx";
import { someUser } from "#/testing/user.ts";
import { type Moment, moments } from "./moments.ts";

const comfort: InterviewPreferences = { voice: "normal", camera: true, moreTime: false };

/** With what the camera of this machine shows, where the moment has a picture. */
function Shown({ moment: { view, watched = [], notice, signedOut, putOff }, capture }: { moment: Moment; capture: Capture | null }) {
  const [order, setOrder] = useState(comfort);
  const seen = "capture" in view && view.capture ? ({ ...view, capture } as InterviewView) : view;
  return (
    <ComfortsContext value={{ comfort: order, adjust: setOrder }}>
      <WatchedContext value={{ names: watched, stop: () => {} }}>
        <Screen
          view={seen}
          act={() => {}}
          name="Rosa"
          unlock={() => {}}
          notice={notice ? { id: 1, notice } : null}
          onSignIn={putOff ? () => {} : undefined}
        />
      </WatchedContext>
      {signedOut && <SignInAgain user={someUser({ firstName: "Rosa" })} onSignedIn={() => {}} onLater={() => {}} />}
    </ComfortsContext>
  );
}

const root = document.getElementById("root");
const moment = moments[location.hash.slice(1)];
if (root && moment) {
  const capture = await browserCamera.open("video", new AbortController().signal).catch(() => null);
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient()}>
      <AppShell user={null} online onLogout={() => {}} title="Room" chrome={{ kind: "none" }}>
        <Shown moment={moment} capture={capture} />
      </AppShell>
    </QueryClientProvider>,
  );
}
if (root && !moment) root.innerHTML = Object.keys(moments).map((name) => `<p><a href="#${name}" onclick="setTimeout(() => location.reload())">${name}</a></p>`).join("");
