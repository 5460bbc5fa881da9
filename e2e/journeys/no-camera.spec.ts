import { onboarded, signIn } from "../support/people.ts";
import { answerTo, enterRoomTyping, prepare, startAnswer, storedInterview, typeAnswer } from "../support/room.ts";
import { expect, test } from "../support/test.ts";

test.use({ permissions: [], contextOptions: { reducedMotion: "reduce" } });

test("camera and microphone refused: clear words, and the interview is typed to its end", async ({ page, server, inspect }) => {
  await page.goto("/video-interview-prep");
  await signIn(page, await onboarded(server.url, 4));
  await prepare(page, inspect, false);
  await enterRoomTyping(page, inspect);

  const thanks = page.getByRole("heading", { name: /^Thank you/ });
  const start = page.getByRole("button", { name: "Start My Answer" });
  while (!(await thanks.isVisible())) {
    const question = await startAnswer(page);
    await expect(page.getByRole("status").filter({ hasText: /^Not recording$/ })).toBeVisible();
    await typeAnswer(page, answerTo(question));
    await start.or(thanks).waitFor();
  }

  const { status, responses, takes } = await storedInterview(page);
  expect(status).toBe("completed");
  expect(responses.length).toBeGreaterThanOrEqual(4);
  for (const { mode, takeNumber } of responses) expect({ mode, takeNumber }).toEqual({ mode: "typed", takeNumber: null });
  expect(takes).toEqual([]);
});
