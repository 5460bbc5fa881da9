import { onboarded, signIn } from "../support/people.ts";
import { answerAll, answerTo, enterRoomTyping, finishInterview, prepare, startAnswer, storedInterview, typeAnswer } from "../support/room.ts";
import { expect, test } from "../support/test.ts";

test.use({ permissions: [], contextOptions: { reducedMotion: "reduce" } });

test("camera and microphone refused: the interview is typed to its end", {
  annotation: [
    { type: "fault: camera and microphone refused", description: "how to allow them, or typing" },
  ],
}, async ({ page, server, inspect }) => {
  await page.goto("/video-interview-prep");
  await signIn(page, await onboarded(server.url, 4));
  await prepare(page, inspect, false);
  await enterRoomTyping(page, inspect);

  await answerAll(page, async () => {
    const question = await startAnswer(page);
    await expect(page.getByRole("status").filter({ hasText: /^Not recording$/ })).toBeVisible();
    await typeAnswer(page, answerTo(question));
  });
  await finishInterview(page, inspect);

  const { status, responses, takes } = await storedInterview(page);
  expect(status).toBe("completed");
  expect(responses.length).toBeGreaterThanOrEqual(4);
  expect(responses.filter(({ mode, takeNumber }) => mode !== "typed" || takeNumber !== null)).toEqual([]);
  expect(takes).toEqual([]);
});
