import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type DeskSession, deskSessionQuery } from "#/api/deskSession.queries.ts";
import type { Desk } from "#/api/types.ts";
import { useShortcuts } from "./useShortcuts.ts";

function Keys({ onNext, onOpen, onPlay }: Record<"onNext" | "onOpen" | "onPlay", () => void>) {
  useShortcuts({ j: onNext, Enter: onOpen, " ": onPlay });
  return (
    <>
      <input aria-label="Search" />
      <input type="radio" aria-label="Level 4" />
      <button type="button">Send</button>
    </>
  );
}

function show(shortcuts: boolean) {
  const cache = new QueryClient();
  const session: DeskSession = { state: "signed-in", desk: { member: { shortcuts } } as Desk };
  cache.setQueryData(deskSessionQuery.queryKey, session);
  const keys = { onNext: vi.fn<() => void>(), onOpen: vi.fn<() => void>(), onPlay: vi.fn<() => void>() };
  render(
    <QueryClientProvider client={cache}>
      <Keys {...keys} />
    </QueryClientProvider>,
  );
  return { ...keys, user: userEvent.setup() };
}

test("keys act outside of text fields only", async () => {
  const { onNext, onOpen, user } = show(true);
  await user.keyboard("j");
  await user.keyboard("J");
  await user.keyboard("{Control>}j{/Control}");
  expect(onNext).toHaveBeenCalledTimes(2);
  await user.click(screen.getByLabelText("Search"));
  await user.keyboard("j{Enter}");
  expect(onNext).toHaveBeenCalledTimes(2);
  await user.click(screen.getByLabelText("Level 4"));
  await user.keyboard("j");
  expect(onNext).toHaveBeenCalledTimes(3);
  await user.click(screen.getByRole("button", { name: "Send" }));
  await user.keyboard("{Enter}"); // Presses the button.
  expect(onOpen).not.toHaveBeenCalled();
});

test("Space chooses a focused radio button, and acts as a shortcut once it is chosen", async () => {
  const { onPlay, user } = show(true);
  const level = screen.getByRole<HTMLInputElement>("radio", { name: "Level 4" });
  level.focus();
  await user.keyboard(" ");
  expect(level.checked).toBe(true);
  expect(onPlay).not.toHaveBeenCalled();
  await user.keyboard(" ");
  expect(onPlay).toHaveBeenCalledOnce();
});

test("a member can switch them off", async () => {
  const { onNext, user } = show(false);
  await user.keyboard("j");
  expect(onNext).not.toHaveBeenCalled();
});
