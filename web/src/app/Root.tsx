import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { lazy, StrictMode, Suspense } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Router, useLocation } from "wouter";
import { reportScreenFault } from "#/platform/faults.ts";
import { replacesServerPage } from "#/platform/page.ts";
import { App } from "./App.tsx";
import { ErrorScreen } from "./ErrorScreen.tsx";
import { moveToScreen } from "./navigation.ts";

/** The whole app. `path` is set where there is no browser, for prerendering. */
export function Root({ cache, path }: { cache: QueryClient; path?: string }) {
  return (
    <StrictMode>
      <ErrorBoundary FallbackComponent={ErrorScreen} onError={reportScreenFault}>
        <QueryClientProvider client={cache}>
          <Router aroundNav={moveToScreen} {...(path && { ssrPath: path, ssrSearch: "" })}>
            <Suspense>
              <Side />
            </Suspense>
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  );
}

/** The employers' side under /desk, whose code candidates never load, unless the phone is offline; else the candidates'. */
function Side() {
  const [path] = useLocation();
  return path.startsWith("/desk") && !replacesServerPage() ? <DeskApp /> : <App />;
}

const DeskApp = lazy(() => import("#/desk/DeskApp.tsx"));
