/** What is said when something goes wrong in the interview, word for word, on the parts that say it. */

import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { toast } from "#/ui/Toast/toast.ts";
import { Toaster } from "#/ui/Toast/Toaster.tsx";
import type { Notice } from "./model/base.ts";
import type { InterviewView } from "./model/view.ts";
import { toastOf } from "./notices.ts";
import { Prep } from "./prep/Prep.tsx";
import { Screen } from "./screens/Screen.tsx";
import { FakeCamera } from "./testing/fakePorts.ts";
import { views } from "./testing/views.ts";

const show = (view: InterviewView) => render(<Screen view={view} act={() => {}} name="Maya" unlock={() => {}} />);

/** Waits for a toast, apart from the place where it is read out. */
const said = (words: string) => screen.findByText(words, { ignore: "[role=status]" });

const TOASTS: [Notice, title: string, text: string | null][] = [
  ["recording-issue", "Recording Issue", "Unable to start recording, but interview can continue."],
  ["connection-error", "Connection Error", "There was an issue with the video connection. Please try again."],
  ["setup-failed", "Setup Failed", "Could not set up the video interview. Please check your connection."],
  ["save-failed", "Save Failed", "Could not save your response. Please try again."],
  ["completion-failed", "Completion Failed", "There was an issue completing the interview. Please try again."],
  ["response-saved", "Response Saved", null],
  ["interview-complete", "Interview Complete", null],
];

test.each(TOASTS)("%s: '%s'", async (notice, title, text) => {
  render(<Toaster />);
  act(() => toast(toastOf(notice)));
  await said(title);
  if (text) await said(text);
});

test("the camera is refused, or fails in another way", () => {
  const { unmount } = show({ ...views.blocked, kind: "video", reason: "denied" });
  screen.getByRole("heading", { name: "Camera Access Denied" });
  screen.getByText("Please allow camera access to participate in the video interview.");
  unmount();
  show({ ...views.blocked, kind: "video", reason: "busy" });
  screen.getByRole("heading", { name: "Camera Error" });
  screen.getByText("Unable to access your camera. Please check your camera permissions.");
});

test("no interview could be made", () => {
  show(views.failed);
  screen.getByRole("heading", { name: "Interview Setup Error" });
  screen.getByText("Failed to create interview session. Please try again.");
  screen.getByRole("button", { name: "Try Again" });
});

test("there is no interview without a recording", async () => {
  render(
    <>
      <Prep
        camera={new FakeCamera()}
        terms={{ state: "ready", version: "1", retentionDays: 30, modelHost: null, transcribes: false, transcriberHost: null }}
        onStart={vi.fn()}
        starting={false}
      />
      <Toaster />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Agree and Continue" }));
  await said("Recording Required");
  await said("Recording is mandatory for interviews. Please refresh and try again.");
  expect(screen.queryByRole("button", { name: "Start Interview Now" })).toBeNull();
});
