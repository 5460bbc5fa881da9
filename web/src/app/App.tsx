import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { followOtherTabs, leave, logOut } from "#/session/end.ts";
import { readyToSignOut } from "#/session/signOut.ts";
import { SignedOut, useOtherSignedIn, useSession } from "#/session/user.ts";
import { keepWantedJob } from "#/session/wantedJob.ts";
import { ProofRequests } from "#/features/account/ProofRequests.tsx";
import { JustSentOffer } from "#/features/applications/JustSentOffer.tsx";
import { SignOutRequests } from "#/features/interview/SignOutRequests.tsx";
import { m } from "#/messages.gen/messages.js";
import { reportScreenFault } from "#/platform/faults.ts";
import { useShown } from "#/platform/hydration.ts";
import { useOnline } from "#/platform/network.ts";
import { type AppPath, pageAt, pathTo, useHere, useNavigate, usePageQuery, usePath } from "#/platform/paths.ts";
import { prefetchPage } from "#/platform/prefetch.ts";
import { reload } from "#/platform/page.ts";
import { type PageCode, usePage } from "#/platform/pageCode.ts";
import type { CandidatePath } from "#/platform/routes.ts";
import { Redirect } from "#/ui/AppLink/Redirect.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { endToastOfPage } from "#/ui/Toast/toast.ts";
import { AppShell } from "./AppShell.tsx";
import { ErrorScreen } from "./ErrorScreen.tsx";
import { decide } from "./guard.ts";
import { PageFailed } from "./PageFailed.tsx";
import { findRoute, otherRoute, type PageProps } from "./routes.ts";

const OtherSignedIn = lazy(() => import("./OtherSignedIn.tsx"));

/** The page at the current URL, for the current user. */
export function App() {
  const cache = useQueryClient();
  useEffect(() => followOtherTabs(cache), [cache]);
  const session = useSession();
  const isOther = useOtherSignedIn();
  const online = useOnline();
  const path = usePath();
  const navigate = useNavigate();
  const { mutateAsync: signOut } = useMutation(logOut);
  const route = findRoute(path) ?? otherRoute();
  const { title, chrome, fetch: fetchPage, safe = m.shell_error_safe, offline, next } = route;

  useEffect(endToastOfPage, [path]);

  const user = session.state === "signed-in" ? session.user : null;
  const loading = session.state === "loading";
  // The page's code loads in parallel with the session; a failure here is retried later.
  useEffect(() => {
    if (loading) fetchPage().catch(() => undefined);
  }, [loading, fetchPage]);
  const decision = loading ? "stay" : decide(user, path);
  // A redirect runs once per mount: consecutive redirects each need their own key.
  if (isOther) {
    return (
      <AppShell user={null} onLogout={() => undefined} online={online} title={m.shell_other_page()} chrome={{ kind: "none" }}>
        <Suspense fallback={<PageSpinner />}>
          <OtherSignedIn />
          <Shown />
        </Suspense>
      </AppShell>
    );
  }
  if (decision !== "stay") return <RedirectNext key={path} to={decision.go} />;

  const logout = async () => {
    if (!(await readyToSignOut())) return;
    await signOut().catch(() => undefined);
    // At once: the guard would send a visitor from here to the sign-in page.
    navigate("/", { replace: true });
    leave(cache);
  };
  return (
    <ErrorBoundary FallbackComponent={ErrorScreen} onError={reportScreenFault} resetKeys={[path]} onReset={startAfresh}>
      <AppShell user={user} onLogout={() => void logout()} online={online} {...(offline && { offline: offline() })} title={title()} chrome={chrome}>
        <ErrorBoundary
          fallbackRender={(failure) => <PageFailed {...failure} safe={safe()} home={user ? "/dashboard" : "/"} />}
          onError={reportPageFault}
          resetKeys={[path]}
          onReset={startAfresh}
        >
          <Suspense fallback={<PageSpinner />}>
            {loading ? <PageSpinner label={online ? undefined : m.shell_offline_detail()} /> : <Opened code={route} next={next} />}
          </Suspense>
        </ErrorBoundary>
        <ProofRequests />
        <JustSentOffer />
        <SignOutRequests userId={user?.id} />
      </AppShell>
    </ErrorBoundary>
  );
}

function Opened({ code, next: following }: { code: PageCode<PageProps>; next: CandidatePath | undefined }) {
  const [next = ""] = pageAt(usePageQuery("/login").next)?.split(/[?#]/) ?? [];
  const page = usePage(code, { signInReason: findRoute(next)?.signInReason?.() });
  if (!page) return <PageSpinner />;
  return (
    <>
      {page}
      <Shown />
      {following && <NextPagePreload to={following} />}
    </>
  );
}

/** Renders nothing: it is mounted together with the page beside it. */
function Shown() {
  useShown();
  return null;
}

/** Renders nothing: prefetches the next page once this one has loaded. */
function NextPagePreload({ to }: { to: CandidatePath }) {
  useEffect(() => prefetchPage(to, findRoute(to).fetch), [to]);
  return null;
}

/** Redirects. A visitor who has to sign in first keeps the path of the requested page. */
function RedirectNext({ to }: { to: AppPath }) {
  const asked = useHere();
  const { apply } = usePageQuery("/matches");
  useEffect(() => keepWantedJob(apply), [apply]);
  return <Redirect to={to === "/login" ? pathTo(to, { next: asked }) : to} />;
}

/** A page can render once more between the end of its session and the guard's redirect. That is no fault. */
function reportPageFault(error: unknown): void {
  if (!(error instanceof SignedOut)) reportScreenFault(error);
}

/** A chunk that failed to load is requested again only after a page reload. */
function startAfresh({ reason }: { reason: "imperative-api" | "keys" }): void {
  if (reason === "imperative-api") reload();
}
