import type { Locator, Page, TestInfo } from "@playwright/test";
import { answerQuestions, fillSignUp, newPerson, type Person } from "../support/people.ts";
import {
  analyzeAnswer,
  answerAll,
  answerTo,
  enterRoom,
  finishInterview,
  prepare,
  readJson,
  type Report,
  saveAnswer,
  startAnswer,
  storedInterview,
  typeAnswer,
} from "../support/room.ts";
import { expect, type Inspect, test } from "../support/test.ts";

/** Longer than the text of the fake microphone, wherever it is when the recording starts. */
const ANSWER_MS = 11_000;

const CORRECTION = "My last chef would hire me again.";

test("from the landing page to a scored interview @desktop", { tag: "@core" }, async ({ page, inspect }, testInfo) => {
  test.setTimeout(600_000);
  const person = newPerson();
  await test.step("signs up", () => signUp(page, inspect, person));
  await test.step("searches for a job", () => searchForJob(page, inspect));
  await test.step("sees matching jobs", () => seeMatches(page, inspect));
  await test.step("gives consent and enters the room", async () => {
    await prepare(page, inspect);
    await enterRoom(page, inspect);
  });
  await test.step("answers during the recording", () => interview(page, inspect));
  await test.step("the stored recording contains the answer", () => checkStoredInterview(page, testInfo));
  await test.step("the dashboard shows the score and its evidence", () => seeScore(page, inspect));
  await test.step("the recording plays and seeks", () => watchAnswer(page, inspect));
  await test.step("history and profile show the interview", () => seeRecords(page, inspect, person));
});

async function signUp(page: Page, inspect: Inspect, person: Person): Promise<void> {
  await page.goto("/");
  const title = "Apply to thousands of jobs with one easy application";
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await inspect("landing");
  await page.getByRole("link", { name: "Find Jobs Now" }).first().click();
  await expect(page).toHaveURL(/\/signup$/);
  await inspect("sign-up");
  await fillSignUp(page, person);
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(/\/job-search$/);
  await expect(
    page.getByText("Your account has been created successfully.", {
      exact: true,
    }),
  ).toBeVisible();
}

async function searchForJob(page: Page, inspect: Inspect): Promise<void> {
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await page.getByRole("button", { name: "Skip demo" }).click();
  await page.getByRole("button", { name: "Restaurants/Bars" }).click();
  await page.getByRole("button", { name: "Line Cook" }).click();
  await expect(page.getByRole("textbox", { name: "The job you want" })).toHaveValue("Line Cook");
  await inspect("job-search");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/quick-questions$/);
  await answerQuestions(page);
  await inspect("quick-questions");
  await page.getByRole("button", { name: "Complete Profile" }).click();
}

interface Matches {
  totalMatches: number;
  jobs: { title: string; employer: string }[];
}

/** Compares the numbers and jobs on the screen with the API response. */
async function seeMatches(page: Page, inspect: Inspect): Promise<void> {
  await expect(
    page.getByRole("heading", {
      name: "Dayshift is Finding Your Perfect Match",
    }),
  ).toBeVisible();
  await inspect("matching-searching");
  await expect(page.getByRole("heading", { name: "Excellent! We Found Great Matches" })).toBeVisible();
  const { totalMatches, jobs } = await readJson<Matches>(page, "/api/matches");
  expect(totalMatches).toBeGreaterThan(0);
  await expect(page.getByText(/^See (all|the best)/)).toContainText(String(totalMatches));
  for (const { title, employer } of jobs.slice(0, 2)) {
    await expect(page.getByText(title).first()).toBeVisible();
    await expect(page.getByText(employer).first()).toBeVisible();
  }
  await inspect("matching-found");
  await page.getByRole("button", { name: "Take Video Interview" }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/video-interview-prep$/);
}

/** Accessibility tree of the room by state. */
const ARIA_SNAPSHOTS = {
  asking: `
    - main "Interview":
      - text: Question 1 of 5 Not recording
      - heading /kitchen experience/ [level=1]
      - button "Start My Answer"
      - button "Ask me again"`,
  answering: `
    - main "Interview":
      - text: Question 1 of 5 Recording
      - heading /kitchen experience/ [level=1]
      - timer
      - img /Microphone level/
      - textbox "Your answer"
      - button "Complete This Answer"
      - status: Recording`,
  checking: `
    - main "Interview":
      - text: Question 1 of 5 Not recording
      - heading "Anything to add?" [level=1]
      - paragraph: /kitchen experience/
      - textbox "Your answer"
      - button "Record it again (1 left)"
      - button "Save My Answer"
      - status: Not recording`,
};

async function interview(page: Page, inspect: Inspect): Promise<void> {
  await expect(page.locator("body")).toMatchAriaSnapshot(ARIA_SNAPSHOTS.asking);
  await inspect("asking");
  await answerAll(page, async (order) => {
    const question = await startAnswer(page);
    await expect(page.getByRole("status").filter({ hasText: /^Recording$/ })).toBeVisible();
    if (order === 1) {
      // This browser has no speech recognition: typing is offered automatically while the recording continues.
      const typing = page.getByRole("textbox", { name: "Your answer" });
      await expect(typing).toHaveAccessibleDescription(/We're recording/);
      await expect(page.locator("body")).toMatchAriaSnapshot(ARIA_SNAPSHOTS.answering);
      await inspect("answering");
      await page.waitForTimeout(ANSWER_MS);
    }
    await typeAnswer(page, answerTo(question));
    await expect(page.getByRole("button", { name: "Save My Answer" })).toBeEnabled();
    if (order === 1) {
      await expect(page.locator("body")).toMatchAriaSnapshot(ARIA_SNAPSHOTS.checking);
      await inspect("checking");
    }
    await saveAnswer(page);
    if (order === 1) await inspect("saving");
  });
  await correctAnswer(page);
  await finishInterview(page, inspect);
  await expect(page).toHaveURL(/\/interview-complete$/);
  await inspect("interview-complete");
}

/** Corrects the text of the last answer, which is then scored. */
async function correctAnswer(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit this answer" }).last().click();
  const answerBox = page.getByRole("textbox", { name: "Your answer" });
  await answerBox.fill(`${await answerBox.inputValue()} ${CORRECTION}`);
}

async function checkStoredInterview(page: Page, testInfo: TestInfo): Promise<void> {
  const { status, responses } = await storedInterview(page);
  expect(status).toBe("completed");
  expect(responses.map(({ responseOrder }) => responseOrder)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(responses.at(-1)).toMatchObject({ corrected: true });
  expect(responses.at(-1)?.responseText).toContain(CORRECTION);
  expect(responses.at(-1)?.originalText).not.toContain(CORRECTION);
  const recording = await analyzeAnswer(page, 1, testInfo);
  expect(recording.wordErrorRate, recording.words).toBeLessThan(0.3);
  expect(recording.videoSeconds).toBeGreaterThan(ANSWER_MS / 1000);
}

/** Checks the score, its summary and the verbatim quotes. */
async function seeScore(page: Page, inspect: Inspect): Promise<void> {
  await page.getByRole("link", { name: "View My Dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Rosa" })).toBeVisible();
  await expect(page.getByText(/^Your score is here/)).toBeVisible();
  const { aiScore, aiSummary, responses } = await storedInterview(page);
  const { summary, competencies } = JSON.parse(aiSummary ?? "") as Report;
  await expect(page.getByText(`${aiScore}%`, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(summary, { exact: true })).toBeVisible();
  const answers = responses.map(({ responseText }) => responseText).join(" ");
  const quotes = competencies.flatMap(({ quote }) => quote ?? []);
  expect(quotes.length).toBeGreaterThan(2);
  await page.getByRole("button", { name: "Full report" }).click();
  for (const quote of quotes) {
    for (const part of quote.split(" … ")) expect(answers).toContain(part);
    await expect(page.getByText(`“${quote}”`)).toBeVisible();
  }
  await inspect("dashboard");
  await page.keyboard.press("Escape");
}

/** Checks that the player seeks with range requests. */
async function watchAnswer(page: Page, inspect: Inspect): Promise<void> {
  const statuses = new Set<number>();
  page.on("response", (reply) => reply.url().endsWith("/takes/1/media") && statuses.add(reply.status()));
  await page.getByRole("button", { name: "Your answers" }).click();
  const video = page.getByLabel(/^Your answer to: Tell me about your kitchen experience/);
  await expect.poll(() => playable(video)).toBe(true);
  expect(await seekTo(video, ANSWER_MS / 1000)).toBeCloseTo(ANSWER_MS / 1000, 0);
  expect([...statuses]).toEqual([206]);
  await inspect("answers");
  await page.keyboard.press("Escape");
}

/** Whether a frame is available and the duration is known. */
function playable(video: Locator): Promise<boolean> {
  return video.evaluate((element) => {
    const { readyState, duration } = element as HTMLVideoElement;
    return readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && Number.isFinite(duration);
  });
}

/** Seeks to `seconds` and returns the new position. */
function seekTo(video: Locator, seconds: number): Promise<number> {
  return video.evaluate(async (element, target) => {
    const player = element as HTMLVideoElement;
    const seeked = new Promise((resolve) => player.addEventListener("seeked", resolve, { once: true }));
    player.currentTime = target;
    await seeked;
    return player.currentTime;
  }, seconds);
}

async function seeRecords(page: Page, inspect: Inspect, person: Person): Promise<void> {
  await page.goto("/interviews");
  await expect(page.getByRole("heading", { name: "Interview History" })).toBeVisible();
  await inspect("interviews");
  await page.goto("/profile");
  await expect(page.getByText(person.email)).toBeVisible();
  await inspect("profile");
}
