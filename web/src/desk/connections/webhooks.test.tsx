/** What was sent to an address is brought up to date while its list is open. */

import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MEMBER } from "#/testing/member.ts";
import { serve } from "#/testing/server.ts";

const ENDPOINT = {
  id: "one",
  url: "https://hooks.example.com/in",
  events: ["job.posted"],
  state: "enabled",
  reason: null,
  failingSince: null,
  succeededAt: null,
  waiting: 0,
  oldSecretUntil: null,
  createdAt: "2026-03-01T15:00:00Z",
};
const SENT = {
  id: "d1",
  type: "job.posted",
  state: "delivered",
  attempts: 1,
  status: 200,
  error: null,
  response: "",
  body: "{}",
  createdAt: "2026-03-02T15:00:00Z",
  dueAt: "2026-03-02T15:00:00Z",
  sentAt: "2026-03-02T15:00:01Z",
};
const unreachable = { status: 503, body: { code: "", message: "" } };

it("shows a delivery that arrives while the list is open", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  let deliveries: object[] = [];
  serve({
    "GET /api/desk/me": { body: { employer: EMPLOYER, member: MEMBER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/unsent": { body: { unsent: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/job-feed": unreachable,
    "GET /api/desk/api-keys": unreachable,
    "GET /api/desk/assessments": unreachable,
    "GET /api/desk/single-sign-on": unreachable,
    "GET /api/desk/webhooks": { body: { endpoints: [ENDPOINT], events: ["job.posted"] } },
    "GET /api/desk/webhooks/one/deliveries": () => ({ body: { deliveries, next: null } }),
  });
  openDeskApp("/desk/connections");
  await user.click(await screen.findByRole("button", { name: `Deliveries to ${ENDPOINT.url}` }));
  await screen.findByText("Nothing was sent yet.");
  deliveries = [SENT];
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByRole("heading", { name: "job.posted" })).toBeTruthy();
});
