import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { createCache } from "#/api/cache.ts";
import { deskSessionQuery, followDeskTabs, memberOf, sessionAfter, setSession } from "#/api/deskSession.queries.ts";
import { PersonBoundary } from "#/api/PersonBoundary.tsx";
import { m } from "#/messages.gen/messages.js";
import { chooseLanguage, hasChosenLanguage, type Language, pageLanguage } from "#/platform/language.ts";
import { reload } from "#/platform/page.ts";
import { usePage } from "#/platform/pageCode.ts";
import { pathTo, useHere, usePath } from "#/platform/paths.ts";
import { Redirect } from "#/ui/AppLink/Redirect.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { endToastOfPage } from "#/ui/Toast/toast.ts";
import { DeskShell, SignInShell } from "./DeskShell.tsx";
import { NoPermission, NoSuchPage, OtherSignedIn, PageFailed, SessionFailed } from "./PageStates.tsx";
import { findDeskRoute, type FoundRoute, opensFor } from "./routes.ts";

/** Shows the desk in the member's language, unless this browser has chosen one. */
function followLanguage(language: Language): void {
  if (!hasChosenLanguage() && pageLanguage() !== language) chooseLanguage(language);
}

/** The employers' side of the app. It has its own cache: a staff session and a candidate's session are separate. */
export default function DeskApp() {
  return (
    <PersonBoundary begin={createDeskCache} renew={renewDeskCache} personOf={memberOf}>
      <Screen />
    </PersonBoundary>
  );
}

function createDeskCache(): QueryClient {
  return createCache((cache, error) => setSession(cache, sessionAfter(error)));
}

/** The cache of the next member: it has only the session of the former one. */
function renewDeskCache(before: QueryClient): QueryClient {
  const cache = createDeskCache();
  const session = before.getQueryData(deskSessionQuery.queryKey);
  if (session) setSession(cache, session);
  return cache;
}

/** The page at the current path, for the current member. */
function Screen() {
  const path = usePath();
  const asked = useHere();
  const found = findDeskRoute(path);
  const isPublic = found?.route.access === "public";
  const title = found?.route.title() ?? m.desk_missing_page();
  const query = useQuery({ ...deskSessionQuery, enabled: !isPublic });
  const cache = useQueryClient();
  useEffect(() => followDeskTabs(cache), [cache]);
  useEffect(endToastOfPage, [path]);
  const session = query.data;
  useEffect(() => {
    if (session?.state === "signed-in") followLanguage(session.desk.member.language);
  }, [session]);

  if (found && isPublic) {
    return (
      <SignInShell title={title}>
        <Opened {...found} />
      </SignInShell>
    );
  }
  if (!session) {
    return (
      <SignInShell title={title}>
        {query.isError ? <SessionFailed busy={query.isFetching} onRetry={() => void query.refetch()} /> : <PageSpinner />}
      </SignInShell>
    );
  }
  if (session.state === "other") {
    return (
      <SignInShell title={title}>
        <OtherSignedIn />
      </SignInShell>
    );
  }
  if (session.state !== "signed-in") {
    return <Redirect to={pathTo("/desk/sign-in", { next: asked })} />;
  }
  const { member } = session.desk;
  return (
    <DeskShell desk={session.desk} title={title}>
      {!found ? (
        <NoSuchPage />
      ) : opensFor(member.role, found.route.access) ? (
        <Opened {...found} />
      ) : (
        <NoPermission ownersOnly={found.route.access === "owner"} />
      )}
    </DeskShell>
  );
}

function Opened(found: FoundRoute) {
  const path = usePath();
  return (
    <ErrorBoundary FallbackComponent={PageFailed} resetKeys={[path]} onReset={({ reason }) => reason === "imperative-api" && reload()}>
      <Suspense fallback={<PageSpinner />}>
        <Page {...found} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Page({ route, id }: FoundRoute) {
  return usePage(route, { id }) ?? <PageSpinner />;
}
