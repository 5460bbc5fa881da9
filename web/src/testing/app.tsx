import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/preact";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { App } from "#/app/App.tsx";
import { createQueryClient } from "#/app/queryClient.ts";
import type { User } from "#/api/types.ts";
import { writeItem } from "#/platform/storage.ts";

/** Renders the whole app at `path`. If `user` is given, this browser remembers them. */
export function openApp(path: string, user?: User) {
  if (user) writeItem("authToken", user.uuid);
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Router hook={hook} searchHook={searchHook}>
        <App />
      </Router>
    </QueryClientProvider>,
  );
  return { path: () => history.at(-1), person: userEvent.setup() };
}

/** Renders one component with its own query cache, but without the app around it. */
export function showAlone(part: ReactNode) {
  render(<QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>);
  return { person: userEvent.setup({ delay: null }) };
}
