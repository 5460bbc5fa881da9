/** The list of jobs: its search and filters, which are in its address, and what it says if no job matches. */

import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
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
  liveUntil: null,
  endsAt: null,
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
