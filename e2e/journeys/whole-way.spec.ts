import type { Locator } from "@playwright/test";
import { answerQuestions, fillSignUp, somebody } from "../support/people.ts";
import {
  answerTo,
  enterRoom,
  hearAnswer,
  prepare,
  type Report,
  saveAnswer,
  startAnswer,
  storedInterview,
  typeAnswer,
} from "../support/room.ts";
import { expect, test } from "../support/test.ts";

/** Longer than the voice at the microphone needs to say all it says, from wherever it is when the recording starts. */
const LONG_ENOUGH = 11_000;

test("from the landing page to a scored interview @desktop", async ({ page, inspect }, testInfo) => {
  test.setTimeout(180_000);
  const person = somebody();

  await test.step("a visitor finds the way in", async () => {
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Apply to thousands of jobs with one easy application");
    await inspect("landing");
    await page.getByRole("link", { name: "Find Jobs Now" }).first().click();
    await expect(page).toHaveURL(/\/signup$/);
  });

  await test.step("signs up", async () => {
    await inspect("sign-up");
    await fillSignUp(page, person);
    await page.getByRole("button", { name: "Create Account" }).click();
    await expect(page).toHaveURL(/\/job-search$/);
    await expect(page.getByText("Your account has been created successfully.", { exact: true })).toBeVisible();
  });

  await test.step("watches the demo, skips it and picks a job", async () => {
    await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
    await page.getByRole("button", { name: "Skip demo" }).click();
    await page.getByRole("button", { name: "Restaurants/Bars" }).click();
    await page.getByRole("button", { name: "Line Cook" }).click();
    await expect(page.getByRole("textbox", { name: "The job you want" })).toHaveValue("Line Cook");
    await inspect("job-search");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/quick-questions$/);
  });

  await test.step("answers six questions", async () => {
    await answerQuestions(page);
    await inspect("quick-questions");
    await page.getByRole("button", { name: "Complete Profile" }).click();
  });

  await test.step("sees the jobs that fit, with the server's own figures", async () => {
    await expect(page.getByRole("heading", { name: "Dayshift is Finding Your Perfect Match" })).toBeVisible();
    await inspect("matching-searching");
    await expect(page.getByRole("heading", { name: "Excellent! We Found Great Matches" })).toBeVisible();
    const matches = (await (await page.request.get("/api/matches")).json()) as Matches;
    expect(matches.totalMatches).toBeGreaterThan(0);
    await expect(page.getByText(`See the best`).or(page.getByText(`See all`))).toContainText(String(matches.totalMatches));
    for (const { title, employer } of matches.jobs.slice(0, 2)) {
      await expect(page.getByText(title).first()).toBeVisible();
      await expect(page.getByText(employer).first()).toBeVisible();
    }
    await inspect("matching-found");
    await page.getByRole("button", { name: "Take Video Interview" }).filter({ visible: true }).click();
    await expect(page).toHaveURL(/\/video-interview-prep$/);
  });

  await test.step("agrees, checks the phone and goes in", async () => {
    await prepare(page, inspect);
    await enterRoom(page, inspect);
  });

  await test.step("answers every question while the recording runs", async () => {
    const start = page.getByRole("button", { name: "Start My Answer" });
    for (let order = 1; !page.url().endsWith("/interview-complete"); order += 1) {
      await expect(start).toBeVisible();
      if (order === 1) await inspect("asking");
      const question = await startAnswer(page);
      await expect(page.getByRole("status").filter({ hasText: /^Recording$/ })).toBeVisible();
      if (order === 1) {
        // This browser has no recognition of speech: typing is offered by itself, and the recording goes on.
        const typing = page.getByRole("textbox", { name: "Your answer" });
        await expect(typing).toHaveAccessibleDescription(/we record it/);
        await inspect("answering");
        await page.waitForTimeout(LONG_ENOUGH);
      }
      await typeAnswer(page, answerTo(question));
      await expect(page.getByRole("button", { name: "Save My Answer" })).toBeEnabled();
      if (order === 1) await inspect("checking");
      await saveAnswer(page);
      if (order === 1) await inspect("saving");
      await start.or(page.getByRole("heading", { name: /^Thank you/ })).waitFor();
      if (await page.getByRole("heading", { name: /^Thank you/ }).isVisible()) break;
    }
    await expect(page).toHaveURL(/\/interview-complete$/);
    await inspect("interview-complete");
  });

  await test.step("what was said at the microphone is what the server has stored", async () => {
    const interview = await storedInterview(page);
    expect(interview.status).toBe("completed");
    expect(interview.responses.map(({ responseOrder }) => responseOrder)).toEqual([1, 2, 3, 4, 5]);
    const heard = await hearAnswer(page, 1, testInfo);
    expect(heard.wordErrorRate, heard.words).toBeLessThan(0.3);
    expect(heard.videoSeconds).toBeGreaterThan(LONG_ENOUGH / 1000);
  });

  await test.step("the dashboard shows the score, and their own words as its reasons", async () => {
    await page.getByRole("link", { name: "View My Dashboard" }).click();
    await expect(page.getByRole("heading", { name: "Welcome, Rosa" })).toBeVisible();
    await expect(page.getByText(/^Your score is here/)).toBeVisible();
    const { aiScore, aiSummary, responses } = await storedInterview(page);
    const { summary, competencies } = JSON.parse(aiSummary ?? "") as Report;
    await expect(page.getByText(`${aiScore}%`, { exact: true }).first()).toBeVisible();
    await expect(page.getByText(summary, { exact: true })).toBeVisible();
    const said = responses.map(({ responseText }) => responseText).join(" ");
    const quotes = competencies.flatMap(({ quote }) => quote ?? []);
    expect(quotes.length).toBeGreaterThan(2);
    for (const quote of quotes) {
      expect(said).toContain(quote);
      await expect(page.getByText(`“${quote}”`)).toBeVisible();
    }
    await inspect("dashboard");
  });

  await test.step("the recording plays, and seeks without loading it whole", async () => {
    const statuses: number[] = [];
    page.on("response", (reply) => reply.url().endsWith("/takes/1/media") && statuses.push(reply.status()));
    await page.getByRole("button", { name: "Your answers" }).click();
    const video = page.getByLabel(/^Your answer to: Tell me about your kitchen experience/);
    await expect.poll(() => playable(video)).toBe(true);
    expect(await seekTo(video, LONG_ENOUGH / 1000)).toBeCloseTo(LONG_ENOUGH / 1000, 0);
    expect(statuses.length).toBeGreaterThan(0);
    expect(statuses.every((status) => status === 206)).toBe(true);
    await inspect("answers");
    await page.keyboard.press("Escape");
  });

  await test.step("the interview is in their history, and their wishes in their profile", async () => {
    await page.goto("/interviews");
    await expect(page.getByRole("heading", { name: "Interview History" })).toBeVisible();
    await inspect("interviews");
    await page.goto("/profile");
    await expect(page.getByText(person.email)).toBeVisible();
    await inspect("profile");
  });
});

/** Whether a picture can be shown and the length is known. */
function playable(video: Locator): Promise<boolean> {
  return video.evaluate((element) => {
    const { readyState, duration } = element as HTMLVideoElement;
    return readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && Number.isFinite(duration);
  });
}

/** Where the recording stands after it was asked to go to `seconds`. */
function seekTo(video: Locator, seconds: number): Promise<number> {
  return video.evaluate(async (element, target) => {
    const player = element as HTMLVideoElement;
    const sought = new Promise((resolve) => player.addEventListener("seeked", resolve, { once: true }));
    player.currentTime = target;
    await sought;
    return player.currentTime;
  }, seconds);
}

interface Matches {
  totalMatches: number;
  jobs: { title: string; employer: string }[];
}
