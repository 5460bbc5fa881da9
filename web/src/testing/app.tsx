import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { App } from "#/app/App.tsx";
import { createQueryClient, renewQueryClient } from "#/app/queryClient.ts";
import { actAs } from "#/api/identity.ts";
import { PersonBoundary } from "#/api/PersonBoundary.tsx";
import { personOf, sessionQuery } from "#/session/user.ts";
import type { User } from "#/api/types.ts";
import { writeItem } from "#/platform/storage.ts";

/**
 * Loads the code of every page and dialog before the first test. The app loads it on first use, which would wait for all that the test
 * runner has to transform at that moment: on a busy machine longer than a test waits for its screen.
 */
import.meta.glob(["/src/{app,features,pages,ui}/**/*.tsx", "!**/*.test.tsx"], { eager: true });

/** Renders the whole app at `path`. If `user` is given, this browser remembers them. */
export function openApp(path: string, user?: User) {
  actAs("candidate", null); // The page is loaded new.
  if (user) writeItem("authToken", user.uuid);
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  render(
    <PersonBoundary begin={createQueryClient} renew={renewQueryClient} personOf={personOf}>
      <Router hook={hook} searchHook={searchHook}>
        <App />
      </Router>
    </PersonBoundary>,
  );
  return { path: () => history.at(-1), person: userEvent.setup() };
}

/** Renders one component with its own query cache, but without the app around it. If `user` is given, they are signed in. */
export function showAlone(part: ReactNode, user?: User) {
  const client = createQueryClient();
  if (user) client.setQueryData(sessionQuery.queryKey, user);
  const around = (shown: ReactNode) => <QueryClientProvider client={client}>{shown}</QueryClientProvider>;
  const view = render(around(part));
  return { person: userEvent.setup({ delay: null }), rerender: (next: ReactNode) => view.rerender(around(next)) };
}
