/** Somebody who was hired deletes everything, and keeps it after all: what both sides are told of the first day. */

import { createScoredInterview, sendApplication } from "../support/interviews.ts";
import { createAccount, setSession } from "../support/people.ts";
import { addMember, decideAs, passMeeting, readFirstAnswer, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

test("the employer reads until when it can reach somebody who deletes everything, and that they stay", async ({ page, browser, server, inspect }) => {
  const maria = addMember(server);
  const account = await createAccount(server.url, 5);
  await createScoredInterview(null, server, account);
  const id = await sendApplication(server, account, maria);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: server.url, reducedMotion: "reduce", serviceWorkers: "block" });
  await setSession(context, server.url, account);
  await setStaffSession(page.context(), server.url, maria);
  const candidate = await context.newPage();
  const post = async (path: string, data: object) =>
    expect(await candidate.request.post(`/api/applications/${id}/${path}`, { data, headers: { origin: server.url } })).toBeOK();
  await readFirstAnswer(server, maria, id);
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const start = `${dayAfter(2).slice(0, 13)}:00:00Z`;
  await decideAs(server, maria, id, { action: "invite", times: [start], minutes: 20, place: "218 9th Ave", askFor: "Maria" });
  await post("time", { startsAt: start });
  passMeeting(server, id);
  await decideAs(server, maria, id, { action: "meet" });
  await decideAs(server, maria, id, { action: "offer", pay: 21, startOn: dayAfter(20).slice(0, 10), firstShift: "4 PM to 11 PM", place: "218 9th Ave" });
  await post("offer", { accept: true });

  await candidate.goto("/your-data");
  await candidate.getByRole("button", { name: "Delete everything" }).click();
  const dialog = candidate.getByRole("dialog");
  await expect(dialog.getByText(/Deleting doesn't change that\. They still expect you/)).toBeVisible();
  await expect(dialog.getByRole("link", { name: /^Don't want the job anymore\?/ })).toBeVisible();
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await expect(candidate.getByText(/^We delete everything on/)).toBeVisible();

  for (const path of ["/desk", "/desk/calendar", `/desk/applications/${id}`] as const) {
    await page.goto(path);
    await expect(page.getByText(/is deleting their account\. Until .+ you can write to them here/)).toBeVisible();
  }
  await expect(page.getByRole("link", { name: account.email })).toBeVisible();
  await inspect("hired-leaves");

  await candidate.getByRole("button", { name: "Keep my data" }).click();
  await expect(candidate.getByText(/Withdrawn applications stay withdrawn\./).first()).toBeVisible();
  await page.goto("/desk");
  await expect(page.getByText(/accepted: starts/)).toBeVisible();
  await expect(page.getByText(/is deleting their account/)).toHaveCount(0);
  await context.close();
});
