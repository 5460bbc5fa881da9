/** A candidate and managers decide about each other, side by side: from the application to the first shift, or not. */

import type { Browser, BrowserContext, Page } from "@playwright/test";
import { createScoredInterview, sendApplication } from "../support/interviews.ts";
import { type Account, createAccount, setSession } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { addMember, decideAs, deskApiAs, type Member, passMeeting, passReplyDate, passUndoTime, setStaffSession } from "../support/staff.ts";
import { expect, expectAccessible, test } from "../support/test.ts";

// The heartbeat after the withdrawal gets 404, which the browser logs.
test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/404 \(Not Found\)/],
});

interface Applied {
  account: Account;
  /** The application's ID. */
  id: string;
}

/** Creates a candidate with typed answers who applies for the member's job. */
async function apply(server: Server, member: Member): Promise<Applied> {
  const account = await createAccount(server.url, 5);
  await createScoredInterview(null, server, account);
  return { account, id: await sendApplication(server, account, member) };
}

/** Opens a browser of its own for another member or candidate. */
async function open(browser: Browser, server: Server, signIn: (context: BrowserContext) => Promise<void>, options = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    baseURL: server.url,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    ...options,
  });
  await signIn(context);
  return context.newPage();
}

const asCandidate =
  (server: Server, { account }: Applied) =>
  (context: BrowserContext) =>
    setSession(context, server.url, account);
const asMember = (server: Server, member: Member) => (context: BrowserContext) => setStaffSession(context, server.url, member);

/** Reads the first answer until it counts as viewed, which starts the review. */
async function read(page: Page, applied: Applied): Promise<void> {
  const viewed = page.waitForResponse(
    async (reply) => reply.url().includes(`/applications/${applied.id}/views`) && reply.ok() && ((await reply.json()) as { counts: boolean }).counts,
  );
  await page.goto(`/desk/applications/${applied.id}`);
  await page.locator("article p[lang]").first().scrollIntoViewIfNeeded();
  await viewed;
}

/** Opens the sheet to decide, from the person's page, at this form. */
async function decide(page: Page, form: "Invite" | "Ask" | "Offer" | "Decline"): Promise<void> {
  await page
    .getByRole("button", { name: /^Decide/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("group", { name: "Decision" }).getByRole("button", { name: form }).click();
}

/** Sends the form, and lets the time to undo it pass. */
async function send(page: Page, server: Server, applied: Applied, button: string | RegExp): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toContainText("Goes out in");
  passUndoTime(server, applied.id);
}

/** Invites the first colleague of an owner by mail; they accept, and can decide at once. */
async function inviteColleague(page: Page, browser: Browser, server: Server): Promise<Page> {
  const address = `devin.${crypto.randomUUID()}@staff.example`;
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Devin Park");
  await dialog.getByLabel("Work email").fill(address);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Invited: Manager")).toBeVisible();
  const colleague = await open(browser, server, async () => {}, {
    viewport: { width: 740, height: 360 },
  });
  await colleague.goto(await server.deskLinkMailedTo(address, "invitation"));
  await colleague.getByRole("button", { name: "Accept the invitation" }).click();
  await expect(colleague).toHaveURL("/desk");
  return colleague;
}

test("a person is asked, invited, met, offered the job, and accepts @desktop", { tag: "@core" }, async ({ page, browser, server, inspect }) => {
  const maria = addMember(server);
  const rosa = await apply(server, maria);
  const candidate = await open(browser, server, asCandidate(server, rosa), {
    locale: "es-US",
  });
  await setStaffSession(page.context(), server.url, maria);

  await page.goto("/desk");
  await page.getByRole("link", { name: "Start with Rosa" }).filter({ visible: true }).click();
  await expect(page.getByRole("form", { name: "Your level" })).toBeVisible();
  await read(page, rosa);
  await decide(page, "Ask");
  await inspect("ask");
  await page.getByRole("button", { name: "Send question" }).click();
  await expect(page.getByText("Write your question")).toBeVisible();
  await page.getByLabel("Your question").fill("Can you work Sundays?");
  await expect(page.getByText("Can you work Sundays?").last()).toBeVisible();
  await send(page, server, rosa, "Send question");
  await inspect("undo");

  await candidate.goto("/applications");
  await expect(async () => {
    await candidate.reload();
    await expect(candidate.getByRole("link", { name: /^Contestar la pregunta: / })).toBeVisible({ timeout: 8000 });
  }).toPass();
  await expectAccessible(candidate);
  await candidate.getByRole("link", { name: /^Contestar/ }).click();
  await expect(candidate.getByRole("blockquote")).toHaveText("Can you work Sundays?");
  await candidate.getByLabel("Su respuesta").fill("Sí, los domingos puedo.");
  await expectAccessible(candidate);
  await candidate.getByRole("button", { name: "Enviar respuesta" }).click();
  await expect(candidate.getByText("Sí, los domingos puedo.")).toBeVisible();

  await page.goto("/desk/messages");
  await expect(page.locator('a[href="/desk/messages"]').filter({ hasText: "1 new" }).first()).toBeAttached();
  await expect(page.getByRole("main").getByText("1 new")).toBeVisible();
  await inspect("messages");
  await page.getByRole("link", { name: "Rosa" }).click();
  await expect(page.getByText("Sí, los domingos puedo.").filter({ visible: true }).last()).toBeVisible();
  await inspect("conversation");
  await page.getByRole("link", { name: "See the application" }).click();
  await decide(page, "Invite");
  await page.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByText("Choose at least one time")).toBeVisible();
  const times = page.getByRole("dialog").getByRole("checkbox");
  await times.nth(0).check();
  await times.nth(1).check();
  await page.getByRole("dialog").getByLabel("Where").fill("218 9th Ave");
  await expect(page.getByRole("dialog").locator("[lang]").getByRole("listitem")).toHaveCount(2);
  await inspect("invite");
  await send(page, server, rosa, "Send invitation");

  await expect(async () => {
    await candidate.reload();
    await expect(candidate.getByRole("radio")).toHaveCount(2, {
      timeout: 8000,
    });
  }).toPass();
  await candidate.getByRole("radio").first().check();
  await expectAccessible(candidate);
  await candidate.getByRole("button", { name: "Elegir esta hora" }).click();
  await expect(candidate.getByText("218 9th Ave").first()).toBeVisible();
  await expect(candidate.getByRole("radio")).toHaveCount(0);

  await page.goto("/desk/calendar");
  await expect(page.getByText(/218 9th Ave, .+ Ask for Maria\./)).toBeVisible();
  await inspect("calendar");
  passMeeting(server, rosa.id);
  await page.reload();
  await page.getByRole("button", { name: "We've met" }).click();
  await expect(page.getByText("Met", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Rosa" }).click();

  await decide(page, "Offer");
  await page
    .getByRole("dialog")
    .getByLabel("First day")
    .fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10));
  await page.getByRole("dialog").getByLabel("First shift").fill("9 AM to 3 PM");
  await expect(page.getByRole("dialog").getByLabel("Where"), "the street was asked for once").toHaveValue(/^218 9th Ave, /);
  await page.getByRole("button", { name: "Send offer" }).click();
  await expect(page.getByText("Enter the pay, like 21.50")).toBeVisible();
  await expect(page.getByRole("dialog").getByLabel("Pay per hour")).toBeFocused();
  await inspect("offer-without-pay");
  await page.getByRole("dialog").getByLabel("Pay per hour").fill("21.50");
  await send(page, server, rosa, "Send offer");

  await expect(async () => {
    await candidate.reload();
    await expect(candidate.getByRole("button", { name: /^Aceptar/ })).toBeVisible({ timeout: 8000 });
  }).toPass();
  await expectAccessible(candidate);
  await expect(candidate.getByText(/^Responda a más tardar el/)).toBeVisible();
  await candidate.getByRole("button", { name: /^Aceptar/ }).click();
  await candidate.getByRole("button", { name: "Sí, acepto" }).click();
  await expect(candidate.getByRole("heading", { name: "Consiguió el empleo" }).first()).toBeVisible();
  await expectAccessible(candidate);
  await page.reload();
  await expect(page.getByText("Hired", { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Decide/ })).toHaveCount(0);
  await inspect("hired");
  await candidate.context().close();
});

test("a decline is final for the member who made it: a colleague takes the other look", async ({ page, browser, server, inspect }) => {
  const maria = addMember(server, { role: "owner" });
  const rosa = await apply(server, maria);
  const candidate = await open(browser, server, asCandidate(server, rosa), {
    colorScheme: "dark",
  });
  await setStaffSession(page.context(), server.url, maria);

  await page.goto(`/desk/applications/${rosa.id}`);
  await decide(page, "Decline");
  await expect(page.getByText(/^Watch or read one of Rosa's answers/)).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await read(page, rosa);
  await decide(page, "Decline");
  await page.getByRole("button", { name: "Decline and tell Rosa" }).click();
  await expect(page.getByText("Choose a reason")).toBeVisible();
  await page.getByRole("radio", { name: "Hours don't match" }).check();
  await inspect("decline");
  await page.getByRole("button", { name: "Decline and tell Rosa" }).click();
  const waiting = page.getByRole("region", { name: "Waiting to be sent" });
  await expect(page.getByRole("status").getByText("Declining Rosa. You have 30 seconds to undo.")).toBeAttached();
  await page.reload();
  await expect(waiting).toContainText("Declining Rosa");
  await page.getByRole("link", { name: "Today" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You're all caught up");
  await expect(waiting).toContainText(/Goes out in \d+ seconds/);
  const bar = await waiting.boundingBox();
  for (const one of await page.locator("[data-dock]").all()) {
    const dock = await one.boundingBox();
    if (dock) expect(dock.y + dock.height).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
  }
  await inspect("undo");
  await page.keyboard.press("u");
  await expect(page.getByText("Undone. Rosa sees nothing.", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("waiting");
  await page.goto(`/desk/applications/${rosa.id}`);
  await decide(page, "Decline");
  await page.getByRole("radio", { name: "Hours don't match" }).check();
  await send(page, server, rosa, "Decline and tell Rosa");

  await candidate.goto(`/application?id=${rosa.id}`);
  await expect(async () => {
    await candidate.reload();
    await expect(candidate.getByRole("heading", { name: "Not moving forward" })).toBeVisible({ timeout: 8000 });
  }).toPass();
  await candidate.getByText("Read what they wrote").first().click();
  await expectAccessible(candidate, false);
  // What is shared ends; asking for another look shares it again in the same step.
  await candidate.getByRole("switch", { name: "Video" }).click();
  await expect(candidate.getByRole("switch", { name: "Video" })).not.toBeChecked();
  await candidate.getByRole("switch", { name: "Words" }).click();
  await expect(candidate.getByText("What you share")).toHaveCount(0);
  await expectAccessible(candidate, false);
  await candidate.screenshot({
    path: test.info().outputPath("look-with-consent.png"),
    fullPage: true,
  });
  await candidate.getByLabel("What should they look at?").fill("I can work nights now.");
  await candidate.getByRole("button", { name: "Ask for another look" }).click();
  await expect(candidate.getByText("nobody else hires for this job")).toBeVisible();
  await expect(candidate.getByText("I can work nights now.")).toBeVisible();
  await expectAccessible(candidate, false);
  await candidate.screenshot({
    path: test.info().outputPath("look-asked.png"),
    fullPage: true,
  });

  await page.goto(`/desk/applications/${rosa.id}`);
  const asked = page.getByRole("region", {
    name: "Rosa asked for another look",
  });
  await expect(asked).toContainText("I can work nights now.");
  await inspect("another-look");
  await asked.getByRole("link", { name: "Invite a colleague" }).click();
  const colleague = await inviteColleague(page, browser, server);
  await page.goto(`/desk/applications/${rosa.id}`);
  await expect(asked).toContainText("only somebody else can say no again: Devin Park.");
  await expect(page.getByRole("region", { name: "So far" })).toContainText("Hours don't match");
  await page.getByText("1 earlier step").click();
  await expect(page.getByText("The application was sent.")).toBeVisible();
  await inspect("history");
  await decide(page, "Decline");
  await expect(page.getByText("You said no to Rosa before, so you can't say no again.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Decline and tell Rosa" })).toHaveCount(0);
  await inspect("another-member");
  await page.getByRole("group", { name: "Decision" }).getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("button", { name: "Send invitation" })).toBeVisible();

  passReplyDate(server, rosa.id);
  await page.goto("/desk");
  await expect(page.getByRole("region", { name: "What came back" })).toContainText("1 day late");
  await inspect("late");
  await candidate.reload();
  await expect(candidate.getByText("They're late.")).toBeVisible();
  await expectAccessible(candidate, false);

  await read(colleague, rosa);
  await expectAccessible(colleague);
  await decide(colleague, "Invite");
  await colleague.getByRole("dialog").getByRole("checkbox").first().check();
  await colleague.getByRole("dialog").getByLabel("Where").fill("218 9th Ave");
  await expect(colleague.getByRole("dialog").locator("[lang]").getByRole("listitem")).toHaveCount(1);
  await expectAccessible(colleague);
  await colleague.screenshot({
    path: test.info().outputPath("invite-landscape.png"),
  });
  await send(colleague, server, rosa, "Send invitation");
  await expect(async () => {
    await candidate.reload();
    await expect(candidate.getByRole("radio")).toHaveCount(1, {
      timeout: 8000,
    });
  }).toPass();
  await candidate.context().close();
  await colleague.context().close();
});

test("everything stops when the candidate withdraws, and a filled job closes the rest", async ({ page, browser, server, inspect }) => {
  const maria = addMember(server);
  const [rosa, other] = [await apply(server, maria), await apply(server, maria)];
  const candidate = await open(browser, server, asCandidate(server, rosa));
  const waiting = await open(browser, server, asCandidate(server, other));
  await setStaffSession(page.context(), server.url, maria);
  await read(page, rosa);
  await expect(page.getByRole("article")).toBeVisible();

  await candidate.goto(`/application?id=${rosa.id}`);
  await expect(candidate.getByText(/^Maria Ortiz looked at/)).toBeVisible();
  await candidate.getByRole("button", { name: "Withdraw application" }).click();
  await expect(candidate.getByText("Withdraw for good?")).toBeVisible();
  await expectAccessible(candidate);
  await candidate.getByRole("button", { name: "Withdraw application" }).click();
  await expect(candidate.getByRole("heading", { name: "You took back this application" })).toBeVisible();
  await expect(page.getByText(/Rosa took back this application/)).toBeVisible({
    timeout: 5000,
  });
  await expect(page.getByRole("article")).toHaveCount(0);
  await inspect("withdrawn");

  const long = "ä".repeat(10_000);
  await waiting.goto(`/application?id=${other.id}`);
  await waiting.getByLabel(`Write to ${maria.employerName}`).fill(long);
  await waiting.getByRole("button", { name: "Send", exact: true }).click();
  await expect(waiting.getByText("That's 8,000 characters too many.")).toBeVisible();
  await expectAccessible(waiting);
  await expect(waiting.getByLabel(`Write to ${maria.employerName}`)).toHaveValue(long);
  await waiting.getByLabel(`Write to ${maria.employerName}`).fill(long.slice(0, 2000));
  await waiting.getByRole("button", { name: "Send", exact: true }).click();
  await expect(waiting.getByRole("listitem").filter({ hasText: long.slice(0, 2000) })).toBeVisible();
  await expectAccessible(waiting);

  await page.goto(`/desk/messages?application=${other.id}`);
  await expect(page.getByText(long.slice(0, 2000)).filter({ visible: true }).last()).toBeVisible();
  await page.getByLabel("Message to Rosa").fill(long);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("That's 8,000 characters too many.")).toBeVisible();
  await inspect("too-long");
  await page.getByLabel("Message to Rosa").fill("Thank you. The place is taken now.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "The place is taken now." })).toBeVisible();

  const api = await deskApiAs(server, maria);
  const { jobs } = (await (await api.get("/api/desk/jobs")).json()) as {
    jobs: { id: string; jobId: string; version: number }[];
  };
  const job = jobs.find(({ jobId }) => jobId === maria.job);
  expect(
    await api.post(`/api/desk/jobs/${job?.id ?? ""}/state`, {
      data: { state: "filled", version: job?.version },
    }),
  ).toBeOK();
  await api.dispose();
  await waiting.reload();
  await expect(waiting.getByRole("heading", { name: "Job filled" })).toBeVisible();
  await expectAccessible(waiting);
  await page.goto("/desk");
  await expect(
    page.getByRole("heading", {
      level: 1,
      name: /caught up|Nobody is waiting/,
    }),
  ).toBeVisible();
  await page.goto(`/desk/applications/${other.id}`);
  await expect(page.getByText("This application is closed. Its answers are no longer shared.")).toBeVisible();
  await inspect("closed");
  await candidate.context().close();
  await waiting.context().close();
});

test("only those who hire at the place see an application, and of two decisions the first counts", async ({ page, browser, server, inspect }) => {
  const maria = addMember(server);
  const devin = addMember(server, { job: maria.job, name: "Devin Park" });
  const reviewer = addMember(server, {
    job: maria.job,
    name: "Sam Lee",
    role: "reviewer",
  });
  const away = addMember(server, {
    job: maria.job,
    name: "Kim Otis",
    elsewhere: true,
  });
  const [rosa, second] = [await apply(server, maria), await apply(server, maria)];
  for (const member of [reviewer, away]) {
    const browserOf = await open(browser, server, asMember(server, member));
    await browserOf.goto(`/desk/applications/${rosa.id}`);
    await expect(
      browserOf.getByRole("heading", {
        name: "You can't open this application",
      }),
    ).toBeVisible();
    await expectAccessible(browserOf);
    if (member === reviewer) {
      await browserOf.goto("/desk/messages");
      await expect(browserOf.getByRole("heading", { level: 1 })).toHaveText("Your role doesn't include this page");
      await expectAccessible(browserOf);
    } else {
      await browserOf.goto(`/desk/messages?application=${rosa.id}`);
      await expect(browserOf.getByText("This conversation isn't open to you")).toBeVisible();
      await expectAccessible(browserOf);
    }
    await browserOf.context().close();
  }

  const colleague = await open(browser, server, asMember(server, devin));
  await setStaffSession(page.context(), server.url, maria);
  await read(page, rosa);
  await read(colleague, rosa);
  await decide(page, "Decline");
  await page.getByRole("radio", { name: "Another reason" }).check();
  await page.getByRole("button", { name: "Decline and tell Rosa" }).click();
  await expect(page.getByText("Say the reason", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "The reason, in your own words" }).fill("We have no kitchen shifts this spring.");
  await decide(colleague, "Invite");
  await colleague.getByRole("dialog").getByRole("checkbox").first().check();
  await colleague.getByRole("dialog").getByLabel("Where").fill("218 9th Ave");
  await send(page, server, rosa, "Decline and tell Rosa");
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toBeVisible();
  const api = await deskApiAs(server, devin);
  const stage = async () => ((await (await api.get(`/api/desk/applications/${rosa.id}/options`)).json()) as { stage: string }).stage;
  await expect.poll(stage).toBe("declined");
  await colleague.getByRole("button", { name: "Send invitation" }).click();
  await expect(colleague.getByText("Something changed in the meantime")).toBeVisible();
  await expect(colleague.getByText("Maria Ortiz declined.")).toBeVisible();
  await expectAccessible(colleague);
  await colleague.getByRole("button", { name: "Show the latest" }).click();
  await expect(colleague.getByText("This application is closed.")).toBeVisible();
  await expectAccessible(colleague);

  // Both invite other people to the same time: the second candidate to choose it finds it taken.
  const third = await apply(server, maria);
  const times = await api.get(`/api/desk/applications/${second.id}/options`);
  const { days } = (await times.json()) as {
    days: { times: { startsAt: string; busy: boolean }[] }[];
  };
  const free = days
    .flatMap((day) => day.times)
    .filter(({ busy }) => !busy)
    .slice(0, 2)
    .map(({ startsAt }) => startsAt);
  const invitation = {
    action: "invite",
    times: free,
    place: "218 9th Ave",
    askFor: "Devin",
  };
  for (const one of [second, third]) {
    await read(colleague, one);
    await decideAs(server, devin, one.id, invitation);
  }
  const [fast, slow] = [await open(browser, server, asCandidate(server, second)), await open(browser, server, asCandidate(server, third))];
  for (const [candidate, one] of [
    [fast, second],
    [slow, third],
  ] as const) {
    await candidate.goto(`/application?id=${one.id}`);
    await candidate.getByRole("radio").first().check();
  }
  await fast.getByRole("button", { name: "Take this time" }).click();
  await expect(fast.getByRole("heading", { name: "You're meeting them" })).toBeVisible();
  await slow.getByRole("button", { name: "Take this time" }).click();
  await expect(slow.getByText(/taken/)).toBeVisible();
  await expectAccessible(slow);
  await expect(slow.getByRole("radio")).toHaveCount(1);
  await slow.getByRole("radio").check();
  await slow.getByRole("button", { name: "Take this time" }).click();
  await expect(slow.getByRole("heading", { name: "You're meeting them" })).toBeVisible();

  await colleague.goto("/desk/calendar");
  await expect(colleague.getByRole("button", { name: "Cancel" })).toHaveCount(2);
  await colleague.getByRole("button", { name: "Cancel" }).first().click();
  await expectAccessible(colleague);
  await colleague.getByRole("button", { name: "Cancel and tell Rosa" }).click();
  await expect(colleague.getByRole("dialog")).toBeHidden();
  await expect(colleague.getByRole("button", { name: "Cancel" })).toHaveCount(1);
  await page.goto("/desk/calendar");
  await expect(page.getByText("With Devin Park")).toHaveCount(1);
  await inspect("calendar-of-a-colleague");
  await api.dispose();
  for (const one of [colleague, fast, slow]) await one.context().close();
});
