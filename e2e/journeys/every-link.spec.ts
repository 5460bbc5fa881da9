/**
 * Every link and button of every screen in the route table leads somewhere: to a page of the app, or out of it. What needs an
 * interview that has begun is pressed in the journeys of the interview room.
 */

import { DESK_ROUTES, type DeskPath } from "../../web/src/platform/deskRoutes.ts";
import { CANDIDATE_ROUTES } from "../../web/src/platform/routes.ts";
import { EXPECTED, STAY } from "../../web/src/testing/guardTable.ts";
import { createScoredInterview, sendApplication } from "../support/interviews.ts";
import { createAccount, setSession } from "../support/people.ts";
import { preparePresses, pressAll } from "../support/presses.ts";
import type { Server } from "../support/server.ts";
import { addMember, deskApiAs, type Member, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of (4\d\d|503)|Please try again/],
});

const CANDIDATE_PATHS = Object.keys(CANDIDATE_ROUTES);
const DESK_PATHS = Object.keys(DESK_ROUTES) as DeskPath[];
/** The least number of controls on all screens, so that a screen that shows none is noticed. */
const MIN_LINKS = { visitor: 60, candidate: 120, desk: 100 };

/** Somebody with an interview and an application, and the address of that application. */
async function createApplicant(server: Server, member: Member) {
  const account = await createAccount(server.url, 5);
  await createScoredInterview(null, server, account);
  return {
    account,
    application: await sendApplication(server, account, member),
  };
}

test("every link and button of a visitor", async ({ page, server }) => {
  const coach = new URL(Object.values(server.coachPages())[0] ?? "");
  const given: Record<string, string> = {
    "/coach": coach.pathname + coach.search,
    "/sign-up": "/signup",
  };
  await preparePresses(page);
  const open = CANDIDATE_PATHS.filter((path) => EXPECTED[path]?.visitor === STAY).map((path) => given[path] ?? path);
  const known = new Set<string>();
  const pressed: string[] = [];
  for (const address of new Set([...open, ...DESK_PATHS.filter((path) => DESK_ROUTES[path].access === "public"), "/set-password?forgot=", "/no-such-page"]))
    pressed.push(...(await pressAll(page, address, known)));
  expect(pressed.length).toBeGreaterThan(MIN_LINKS.visitor);
});

test("every link and button of a candidate", async ({ page, context, server }) => {
  const { account, application } = await createApplicant(server, addMember(server));
  await setSession(context, server.url, account);
  await preparePresses(page);
  const given: Record<string, string> = {
    "/application": `/application?id=${application}`,
    "/live-interview": "/video-interview-prep", // No interview without consent.
    "/schedule-video-interview": "/interviews?mode=schedule",
  };
  const open = CANDIDATE_PATHS.filter((path) => EXPECTED[path]?.["step 5"] === STAY && EXPECTED[path].visitor !== STAY);
  const known = new Set<string>();
  const pressed: string[] = [];
  for (const address of new Set(open.map((path) => given[path] ?? path))) pressed.push(...(await pressAll(page, address, known)));
  expect(pressed.length).toBeGreaterThan(MIN_LINKS.candidate);
});

test("every link and button of the desk", async ({ page, context, server }) => {
  const owner = addMember(server, { role: "owner" });
  const { application } = await createApplicant(server, owner);
  const api = await deskApiAs(server, owner);
  const { jobs } = (await (await api.get("/api/desk/jobs")).json()) as {
    jobs: { id: string }[];
  };
  await api.dispose();
  await setStaffSession(context, server.url, owner);
  await preparePresses(page);
  const given: Record<string, string> = {
    "/desk/applications": "/desk/applications?view=all_open",
    "/desk/applications/:id": `/desk/applications/${application}`,
    "/desk/jobs/:id": `/desk/jobs/${jobs[0]?.id}`,
    "/desk/messages": `/desk/messages?application=${application}`,
  };
  const known = new Set<string>();
  const pressed: string[] = [];
  for (const path of DESK_PATHS.filter((path) => DESK_ROUTES[path].access !== "public")) pressed.push(...(await pressAll(page, given[path] ?? path, known)));
  expect(pressed.length).toBeGreaterThan(MIN_LINKS.desk);
});
