/** What the button of a job says once the person has applied. */

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { showAlone } from "#/testing/app.tsx";
import { someOpenJob, someStates } from "#/testing/applications.ts";
import { serve } from "#/testing/server.ts";
import { ApplyButton } from "./ApplyButton.tsx";

it.each([
  ["2099-05-15T04:00:00Z", /^You'll hear by /],
  ["2020-05-15T04:00:00Z", /^They promised an answer by /],
])("promises no day that has passed: %s", async (replyBy, says) => {
  const applied = someOpenJob({ state: "applied", applicationId: "a1", stage: "in_review", replyBy });
  serve({ "GET /api/applications/states?job=job-1": { body: someStates([applied]) } });
  showAlone(<ApplyButton jobId="job-1" title="Restaurant Server" around={["job-1"]} />);
  expect(await screen.findByText(says)).not.toBeNull();
});

it.each([
  [{ stage: "submitted", turn: "employer", staffed: false, replyBy: null }, ["Sent", "Nobody there has signed in yet."]],
  [{ stage: "invited", turn: "employer", lastAction: "choose_time", replyBy: null }, ["Meeting set"]],
  [{ stage: "offered", turn: "candidate", replyBy: null }, ["Job offer"]],
  [{ stage: "declined", turn: null, replyBy: null }, ["Not moving forward"]],
  [{ stage: "hired", turn: null, replyBy: null }, ["Hired"]],
] as const)("says what became of the application: %o", async (state, says) => {
  serve({ "GET /api/applications/states?job=job-1": { body: someStates([someOpenJob({ state: "applied", applicationId: "a1", ...state })]) } });
  showAlone(<ApplyButton jobId="job-1" title="Restaurant Server" around={["job-1"]} />);
  for (const text of says) expect(await screen.findByText(text)).not.toBeNull();
  expect(screen.queryByText(/You'll hear by/)).toBeNull();
});
