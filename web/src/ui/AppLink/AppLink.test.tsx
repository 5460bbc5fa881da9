import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, onTestFinished } from "vitest";
import type { ReactElement } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import type { OutsideAddress } from "#/platform/outside.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { AppLink } from "./AppLink.tsx";

/** Presses a link. Returns whether it was left to the browser, and the router's page after it. */
function press(link: ReactElement) {
  const { hook, history } = memoryLocation({ path: "/desk", record: true });
  render(<Router hook={hook}>{link}</Router>);
  let isLeft = false;
  const after = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault(); // The tests have no browser to leave it to.
  };
  addEventListener("click", after);
  onTestFinished(() => removeEventListener("click", after));
  fireEvent.click(screen.getByRole("link"));
  return { isLeft, pages: history };
}

const OUTSIDE: OutsideAddress[] = [
  "https://careers.example/jobs/1",
  "webcal://jobs.example/api/calendar-feed/key/interviews.ics",
  "data:text/plain;charset=utf-8,1111-2222",
  "blob:https://jobs.example/1",
  "mailto:ana@spoons.example",
  "tel:+12125550142",
  "/how-ai-is-used",
];

it.each(OUTSIDE)("leaves %s to the browser", (outside) => {
  expect(press(<AppLink outside={outside}>Go</AppLink>)).toEqual({ isLeft: true, pages: ["/desk"] });
});

it.each([
  ["a button", <Button outside="webcal://jobs.example/x.ics">Go</Button>],
  [
    "a text link",
    <TextLink outside="data:text/plain,1111" download="codes.txt">
      Go
    </TextLink>,
  ],
])("so does %s", (_name, link) => {
  expect(press(link)).toEqual({ isLeft: true, pages: ["/desk"] });
});

it("opens a page of the app", () => {
  expect(press(<AppLink href="/desk/jobs">Go</AppLink>)).toEqual({ isLeft: false, pages: ["/desk", "/desk/jobs"] });
});
