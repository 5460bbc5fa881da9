import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Router } from "wouter";
import { App } from "./App.tsx";
import { ErrorScreen } from "./ErrorScreen.tsx";
import { moveToScreen } from "./navigation.ts";

/** The whole app. `path` is set where there is no browser, for prerendering. */
export function Root({ cache, path }: { cache: QueryClient; path?: string }) {
  return (
    <StrictMode>
      <ErrorBoundary FallbackComponent={ErrorScreen}>
        <QueryClientProvider client={cache}>
          <Router aroundNav={moveToScreen} {...(path && { ssrPath: path, ssrSearch: "" })}>
            <App />
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </StrictMode>
  );
}
