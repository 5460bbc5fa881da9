import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { views } from "./testing/views.ts";
import { useSignInAgain } from "./useSignInAgain.ts";

test("asks again after a postponed sign-in: when answers are saved, and when the session ends again", () => {
  let signedOut = true;
  let tell = () => {};
  const queue = { isSignedOut: () => signedOut, watchSession: (changed: () => void) => ((tell = changed), () => {}) };
  const cache = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>;
  const { result, rerender } = renderHook(({ at }: { at: keyof typeof views }) => useSignInAgain(queue, views[at]), {
    wrapper,
    initialProps: { at: "answering" },
  });
  const state = () => result.current.state;
  const become = (next: boolean) =>
    act(() => {
      signedOut = next;
      tell();
    });
  expect(state()).toBe("asked");
  act(() => result.current.putOff());
  expect(state()).toBe("put-off");
  rerender({ at: "checking" });
  expect(state(), "nobody is interrupted while they answer").toBe("put-off");
  rerender({ at: "saving" });
  expect(state()).toBe("asked");
  act(() => result.current.putOff());
  expect(state()).toBe("put-off");
  act(() => result.current.ask());
  expect(state()).toBe("asked");
  act(() => result.current.putOff());
  void become(false);
  expect(state()).toBe("none");
  void become(true);
  expect(state(), "the session ended again").toBe("asked");
  act(() => void cache.setQueryData(["session", "ended"], true));
  void become(false);
  expect(state(), "a call found the session ended").toBe("asked");
});
