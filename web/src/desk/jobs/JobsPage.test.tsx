/** The list of jobs: its search and filters, which are in its address, and what it says if no job matches. */

import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { DeskJob } from "#/api/deskJobs.queries.ts";
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MEMBER } from "#/testing/member.ts";
import { serve } from "#/testing/server.ts";

const job = (id: string, title: string, location: string): DeskJob => ({
  id,
  jobId: `c-${id}`,
  title,
  category: null,
  art: "hat",
  location,
  shifts: null,
  imported: false,
  state: "live",
  payLow: 21,
  payHigh: null,
  openings: 2,
  alwaysHiring: false,
  hired: 0,
  newCount: 0,
  reviewCount: 0,
  invitedCount: 0,
  offered: [],
  meetings: [],
  looks: [],
  staying: [],
  liveUntil: null,
  endsAt: null,
  removalDueAt: null,
  version: 1,
});
const COOK = job("j1", "Line Cook", "Chelsea");
const BARISTA = job("j2", "Café Barista", "Astoria");
const page = (jobs: DeskJob[], next: string | null = null) => ({ body: { jobs, live: 2, paused: 0, next } });
const SERVER = {
  "GET /api/desk/me": { body: { employer: EMPLOYER, member: MEMBER } },
  "GET /api/desk/employers": { body: { employers: [] } },
  "GET /api/desk/threads/unread": { body: { threads: 0 } },
  "GET /api/desk/claims": { body: { groups: [] } },
  "GET /api/desk/list-choices": {
    body: {
      jobs: [],
      locations: [
        { id: "p1", name: "Chelsea", detail: null },
        { id: "p2", name: "Astoria", detail: null },
      ],
      members: [],
      cut: [],
    },
  },
};

const titles = () => screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent);

it("searches and filters, and keeps both in its address", async () => {
  serve({
    ...SERVER,
    "GET /api/desk/jobs": page([COOK, BARISTA]),
    "GET /api/desk/jobs?search=cafe": page([BARISTA]),
    "GET /api/desk/jobs?search=cafe&location=p2": page([BARISTA]),
    "GET /api/desk/jobs?search=cafe&location=p2&state=live": page([BARISTA], "k"),
    "GET /api/desk/jobs?search=cafe&location=p2&state=live&after=k": page([job("j3", "Café Host", "Astoria")]),
  });
  const { person, path, navigate } = openDeskApp("/desk/jobs");
  await person.type(await screen.findByRole("searchbox", { name: "Search by title" }), "cafe{Enter}");
  await waitFor(() => expect(titles()).toEqual(["Café Barista"]));
  await person.selectOptions(screen.getByRole("combobox", { name: "Location" }), "Astoria");
  await person.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Live");
  expect(path()).toBe("/desk/jobs?search=cafe&location=p2&state=live");
  await person.click(await screen.findByRole("button", { name: "Show more jobs" }));
  await waitFor(() => expect(titles()).toEqual(["Café Barista", "Café Host"]));
  navigate("/desk/jobs?state=unheard-of");
  await waitFor(() => expect(titles()).toEqual(["Line Cook", "Café Barista"]));
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  navigate("/desk/jobs?search=cafe&location=p2&state=live");
  await waitFor(() => expect(titles()).toEqual(["Café Barista", "Café Host"]));
  const controls = [screen.getByRole("searchbox"), ...screen.getAllByRole("combobox")] as HTMLInputElement[];
  expect(controls.map(({ value }) => value)).toEqual(["cafe", "p2", "live"]);
});

it("says that no job matches, and clears the filters in one tap", async () => {
  serve({ ...SERVER, "GET /api/desk/jobs": page([COOK, BARISTA]), "GET /api/desk/jobs?search=waiter&state=paused": page([]) });
  const { person, path } = openDeskApp("/desk/jobs?search=waiter&state=paused");
  await screen.findByRole("heading", { name: "No job matches" });
  screen.getByText("2 live");
  await person.click(screen.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(titles()).toEqual(["Line Cook", "Café Barista"]));
  expect(path()).toBe("/desk/jobs");
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
});

it("ends the search when its words are deleted", async () => {
  serve({ ...SERVER, "GET /api/desk/jobs": page([COOK, BARISTA]), "GET /api/desk/jobs?search=cook": page([COOK]) });
  const { person, path } = openDeskApp("/desk/jobs?search=cook");
  await person.clear(await screen.findByRole("searchbox"));
  await waitFor(() => expect(titles()).toEqual(["Line Cook", "Café Barista"]));
  expect(path()).toBe("/desk/jobs");
});

it("takes a job down only after the time to undo, which survives a reload", async () => {
  const removing = { ...COOK, version: 2, removalDueAt: new Date(Date.now() + 30_000).toISOString() };
  let now: DeskJob = COOK;
  const reply = (job: DeskJob) => () => {
    now = job;
    return { body: job };
  };
  serve({
    ...SERVER,
    "GET /api/desk/jobs": () => page([now, BARISTA]),
    "POST /api/desk/jobs/j1/state": reply(removing),
    "DELETE /api/desk/jobs/j1/removal": reply({ ...COOK, version: 3 }),
  });
  const { person } = openDeskApp("/desk/jobs");
  await person.click(await screen.findByRole("button", { name: "Take down Line Cook" }));
  screen.getByText("Nobody is waiting. You can undo for 30 seconds.");
  await person.click(screen.getByRole("button", { name: "Take down" }));
  const bar = await screen.findByRole("region", { name: "Job to be taken down" });
  within(bar).getByText("Taking down Line Cook, Chelsea");
  screen.getByText("Being taken down");
  expect(screen.queryByRole("button", { name: "Pause Line Cook" })).toBeNull();
  expect(Object.values(sessionStorage).join()).toContain("Line Cook");
  await person.click(within(bar).getByRole("button", { name: /^Undo/ }));
  await screen.findByRole("button", { name: "Pause Line Cook" });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Job to be taken down" })).toBeNull());
});

it("lets a colleague keep a job that is being taken down", async () => {
  let job: DeskJob = { ...COOK, removalDueAt: new Date(Date.now() + 20_000).toISOString() };
  let isReached = false;
  serve({
    ...SERVER,
    "GET /api/desk/jobs": () => page([job]),
    "DELETE /api/desk/jobs/j1/removal": () => {
      if (!isReached) return "unreachable";
      job = COOK;
      return { body: COOK };
    },
  });
  const { person } = openDeskApp("/desk/jobs");
  await person.click(await screen.findByRole("button", { name: "Undo: keep Line Cook" }));
  await screen.findByText("Check your connection and try again.");
  isReached = true;
  await person.click(screen.getByRole("button", { name: "Undo: keep Line Cook" }));
  await screen.findByRole("button", { name: "Pause Line Cook" });
});

it("says that a job is full, and asks before it is closed", async () => {
  const full = {
    ...COOK,
    hired: 2,
    newCount: 3,
    invitedCount: 1,
    offered: ["Destiny"],
    meetings: ["Ana", "Ben"],
    looks: ["Luz Vega", "Luz Paz"],
    staying: ["Theo"],
  };
  const sent: unknown[] = [];
  let now: DeskJob = full;
  serve({
    ...SERVER,
    "GET /api/desk/jobs": () => page([now, { ...BARISTA, hired: 2, alwaysHiring: true }]),
    "POST /api/desk/jobs/j1/state": (body) => {
      sent.push(body);
      now = { ...full, state: "filled", newCount: 0, invitedCount: 0 };
      return { body: now };
    },
  });
  const { person } = openDeskApp("/desk/jobs");
  await person.click(await screen.findByRole("button", { name: "Full: close it and tell the 4 others" }));
  const said = screen.getByText(/^4 people are still waiting\. We'll tell them that the job is filled\./).textContent;
  expect(said).toContain("This takes back your offer to Destiny. The meetings with Ana and Ben are canceled, and the messages say so.");
  expect(said).toContain("Luz Vega and Luz Paz asked for another look: their requests end without one.");
  expect(said).toMatch(/Theo asked for another look, which somebody else here has to answer: that application stays open, and they hear nothing now\.$/);
  await person.click(screen.getByRole("button", { name: "Keep it open" }));
  cleanup();
  const shown = vi.fn<(text: string | null) => void>();
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    shown(this.textContent);
  };
  openDeskApp("/desk/jobs?fill=j1"); // As from Today.
  await screen.findByText(/^4 people are still waiting/);
  expect(shown).toHaveBeenLastCalledWith(expect.stringMatching(/^4 people are still waiting.*Keep it open$/));
  expect(screen.queryByText(/^Live until/)).toBeNull();
  await person.click(screen.getByRole("button", { name: "Mark as filled" }));
  await waitFor(() => expect(screen.queryByText(/still waiting/)).toBeNull());
  expect(sent).toEqual([{ state: "filled", version: 1 }]);
  expect(screen.queryByRole("button", { name: /^Full/ })).toBeNull();
  await screen.findByText("4 people were told that the job is filled.");
  expect(screen.queryByRole("button", { name: "Resume Line Cook" })).toBeNull();
});
