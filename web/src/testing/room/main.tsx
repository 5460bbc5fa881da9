/** Shows the interview room in any state: /room.html#06-answering while `make dev` runs. Not part of the build. */

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
import { Screen } from "#/features/interview/screens/Screen.tsx";
import { someUser } from "#/testing/user.ts";
import { type Moment, moments } from "./moments.ts";

const user = someUser({ firstName: "Rosa" });

/** With this machine's camera where the state shows a picture. */
function Shown({ moment: { view, watched = [], notice, signedOut = false, putOff }, capture }: { moment: Moment; capture: Capture | null }) {
  const [preferences, setPreferences] = useState<InterviewPreferences>({ voice: "normal", camera: true, moreTime: false });
  const nothing = () => {};
  return (
    <Screen
      view={"capture" in view && view.capture ? ({ ...view, capture } as InterviewView) : view}
      act={nothing}
      name="Rosa"
      unlock={nothing}
      notice={notice ? { id: 1, notice } : null}
      preferences={{ preferences, onChange: setPreferences }}
      watched={{ names: watched, stop: nothing }}
      signIn={signedOut || putOff ? { user, isOpen: signedOut, onOpen: nothing, onSignedIn: nothing, onLater: nothing } : undefined}
    />
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
if (root && !moment)
  root.innerHTML = Object.keys(moments)
    .map((name) => `<p><a href="#${name}" onclick="setTimeout(() => location.reload())">${name}</a></p>`)
    .join("");
