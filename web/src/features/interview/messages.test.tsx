/** The interview's error texts, word for word, in the components that show them. */

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Notice } from "./model/base.ts";
import type { InterviewView } from "./model/view.ts";
import { Prep } from "./prep/Prep.tsx";
import { Screen } from "./screens/Screen.tsx";
import { FakeCamera } from "./testing/fakePorts.ts";
import { views } from "./testing/views.ts";

const show = (view: InterviewView) => render(<Screen view={view} act={() => {}} name="Maya" unlock={() => {}} />);

const NOTICES: [Notice, title: string, text: string | null][] = [
  ["recording-issue", "Recording Issue", "Unable to start recording, but interview can continue."],
  ["connection-error", "Connection Error", "There was an issue with the video connection. Please try again."],
  ["setup-failed", "Setup Failed", "Could not set up the video interview. Please check your connection."],
  ["save-failed", "Save Failed", "Could not save your response. Please try again."],
  ["completion-failed", "Completion Failed", "There was an issue completing the interview. Please try again."],
  ["response-saved", "Response Saved", null],
  ["interview-complete", "Interview Complete", null],
];

test.each(NOTICES)("%s: '%s'", (notice, title, text) => {
  render(<Screen view={views.asking} act={() => {}} name="Maya" unlock={() => {}} notice={{ id: 1, notice }} />);
  screen.getByText(title);
  if (text) screen.getByText(text);
});

test("the camera is denied, or fails in another way", () => {
  const { unmount } = show({ ...views.blocked, kind: "video", reason: "denied" });
  screen.getByRole("heading", { name: "Camera Access Denied" });
  screen.getByText("Please allow camera access to participate in the video interview.");
  unmount();
  show({ ...views.blocked, kind: "video", reason: "busy" });
  screen.getByRole("heading", { name: "Camera Error" });
  screen.getByText("Unable to access your camera. Please check your camera permissions.");
});

test("no interview could be created", () => {
  show(views.failed);
  screen.getByRole("heading", { name: "Interview Setup Error" });
  screen.getByText("Failed to create interview session. Please try again.");
  screen.getByRole("button", { name: "Try Again" });
});

test("there is no interview without a recording", async () => {
  render(
    <Prep
      camera={new FakeCamera()}
      terms={{
        state: "ready",
        version: "1",
        retentionDays: 30,
        recordYears: 4,
        modelHost: null,
        transcribes: false,
        transcriberHost: null,
        watchedLive: false,
        notices: [],
      }}
      onStart={vi.fn()}
      starting={false}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: "First check “Record my answers”" }));
  const missing = screen.getByRole("alert");
  screen.getByText("Recording Required");
  expect(missing.textContent).toBe("Recording Required. Check this box to continue: the interview needs your recorded answers.");
  const box = screen.getByRole("checkbox", { name: /Record my answers/, description: /Check this box/ });
  expect(document.activeElement).toBe(box);
  expect(box.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Start Interview Now" }).disabled).toBe(true);
  await userEvent.click(box);
  expect(screen.queryByRole("alert")).toBeNull();
});
