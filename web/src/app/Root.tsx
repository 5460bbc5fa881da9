import type { QueryClient } from "@tanstack/react-query";
import { lazy, StrictMode, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Router } from "wouter";
import { PersonBoundary } from "#/api/PersonBoundary.tsx";
import { personOf } from "#/session/user.ts";
import { reportScreenFault } from "#/platform/faults.ts";
import { replacesServerPage } from "#/platform/page.ts";
import { usePath } from "#/platform/paths.ts";
import { App } from "./App.tsx";
import { ErrorScreen } from "./ErrorScreen.tsx";
import { moveToScreen } from "./navigation.ts";
import { renewQueryClient } from "./queryClient.ts";

/** The whole app. `path` is set where there is no browser, for prerendering. */
export function Root({ cache, path }: { cache: QueryClient; path?: string }) {
  return (
    <StrictMode>
      <ErrorBoundary FallbackComponent={ErrorScreen} onError={reportScreenFault}>
        <PersonBoundary begin={() => cache} renew={renewQueryClient} personOf={personOf}>
          <Router aroundNav={moveToScreen} {...(path && { ssrPath: path, ssrSearch: "" })}>
            <Suspense>
              <Side />
            </Suspense>
          </Router>
        </PersonBoundary>
      </ErrorBoundary>
    </StrictMode>
  );
}

/** The employers' side under /desk, whose code candidates never load, unless the phone is offline; else the candidates'. */
function Side() {
  const path = usePath();
  return path.startsWith("/desk") && !replacesServerPage() ? <DeskApp /> : <App />;
}

const DeskApp = lazy(() => import("#/desk/DeskApp.tsx"));
