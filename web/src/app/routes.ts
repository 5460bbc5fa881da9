import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { m } from "#/messages.gen/messages.js";
import { replacesServerPage } from "#/platform/page.ts";
import type { AppPath, CandidatePath } from "#/platform/paths.ts";

/**
 * Who may see a page. `public` is for everyone. `public-only` is for visitors: signed-in users are redirected to the page
 * where they continue. A step opens for everyone who has reached it, and stays open after it.
 */
export type Access = "public" | "public-only" | "signed-in" | "complete-profile" | { step: 1 | 2 | 3 | 4 | 5 };

/** The bar above a page: navigation, or the four stages with a link back, or none. */
export type Chrome =
  { kind: "nav" } | { kind: "stage"; stage: 1 | 2 | 3 | 4; back: AppPath; wide?: boolean } | { kind: "none" };

/** What the app passes to every page. */
export interface PageProps {
  /** Why the page at `?next=` needs a sign-in, if that page says so. */
  signInReason?: string | undefined;
}

export interface Route {
  path: CandidatePath;
  access: Access;
  /** Opens for an account without a password, too; all other pages redirect it to set one first. */
  withoutPassword?: true;
  /** The sign-in page's message for a visitor on the way to this page. */
  signInReason?: () => string;
  /** A message, called at render because the language is not known before. */
  title: () => string;
  chrome: Chrome;
  /** The offline banner's text on this page, instead of the default. */
  offline?: () => string;
  /** The error screen's text on this page about which data is safe, instead of the default. */
  safe?: () => string;
  /** What the build draws into the page's HTML: the page itself, which React takes over, or a shell that it replaces. */
  drawn?: "page" | "shell";
  /** The page that usually follows: its files are prefetched. */
  next?: CandidatePath;
  page: LazyExoticComponent<ComponentType<PageProps>>;
  /** Loads the page's code before it is rendered. */
  fetch: () => Promise<unknown>;
}

type PageCode = { default: ComponentType<PageProps> };

/** A page whose code is loaded on demand. Loaded code renders at once, without a flash of the spinner. */
function lazyPage(load: () => Promise<PageCode>): Pick<Route, "page" | "fetch"> {
  let loaded: PageCode | undefined;
  const fetch = async () => (loaded = await load());
  const atOnce = (code: PageCode) => ({ then: (show: (code: PageCode) => void) => show(code) }) as Promise<PageCode>;
  return { page: lazy(() => (loaded ? atOnce(loaded) : load())), fetch };
}

const NAV: Chrome = { kind: "nav" };

/** Shared properties of the pages around the interview. */
const INTERVIEW = { withoutPassword: true, signInReason: m.account_login_interview } as const;

export const ROUTES: readonly Route[] = [
  {
    path: "/",
    access: "public-only",
    title: m.landing_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Landing.tsx")),
  },
  {
    path: "/signup",
    access: "public-only",
    title: m.account_signup_page,
    chrome: { kind: "stage", stage: 1, back: "/" },
    drawn: "page",
    next: "/job-search",
    ...lazyPage(() => import("#/pages/SignUp.tsx")),
  },
  {
    path: "/sign-up",
    access: "public-only",
    title: m.account_signup_page,
    chrome: { kind: "none" },
    ...lazyPage(() => import("#/pages/SignUpRedirect.tsx")),
  },
  {
    path: "/login",
    access: "public-only",
    title: m.account_login_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Login.tsx")),
  },
  {
    path: "/continue",
    access: "public",
    title: m.account_continue_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Continue.tsx")),
  },
  {
    path: "/set-password",
    access: "public-only",
    withoutPassword: true,
    title: m.account_set_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/SetPassword.tsx")),
  },
  {
    path: "/get-started",
    access: "signed-in",
    title: m.account_start_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/GetStarted.tsx")),
  },
  {
    path: "/job-search",
    access: { step: 1 },
    title: m.search_page,
    chrome: { kind: "stage", stage: 2, back: "/get-started" },
    drawn: "page",
    next: "/quick-questions",
    ...lazyPage(() => import("#/pages/JobSearch.tsx")),
  },
  {
    path: "/quick-questions",
    access: { step: 2 },
    title: m.questions_page,
    chrome: { kind: "stage", stage: 3, back: "/job-search" },
    safe: m.shell_safe_questions,
    drawn: "shell",
    next: "/matching",
    ...lazyPage(() => import("#/pages/QuickQuestions.tsx")),
  },
  {
    path: "/matching",
    access: { step: 3 },
    title: m.matching_page,
    chrome: { kind: "stage", stage: 4, back: "/quick-questions", wide: true },
    next: "/video-interview-prep",
    ...lazyPage(() => import("#/pages/Matching.tsx")),
  },
  {
    path: "/matches",
    access: { step: 3 },
    title: m.matching_list_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Matches.tsx")),
  },
  {
    path: "/video-interview-prep",
    access: { step: 3 },
    ...INTERVIEW,
    title: m.interview_prep_page,
    chrome: { kind: "stage", stage: 4, back: "/matching" },
    drawn: "shell",
    next: "/live-interview",
    ...lazyPage(() => import("#/pages/VideoInterviewPrep.tsx")),
  },
  {
    path: "/live-interview",
    access: { step: 3 },
    ...INTERVIEW,
    title: m.interview_live_page,
    chrome: { kind: "none" },
    offline: m.shell_offline_interview,
    safe: m.shell_safe_interview,
    ...lazyPage(() => import("#/pages/LiveInterview.tsx")),
  },
  {
    path: "/interview-complete",
    access: "signed-in",
    ...INTERVIEW,
    title: m.interview_complete_page,
    chrome: NAV,
    safe: m.shell_safe_answers,
    ...lazyPage(() => import("#/pages/InterviewComplete.tsx")),
  },
  {
    path: "/schedule",
    access: { step: 3 },
    title: m.booking_schedule_page,
    chrome: { kind: "stage", stage: 4, back: "/matching", wide: true },
    ...lazyPage(() => import("#/pages/Schedule.tsx")),
  },
  {
    path: "/confirmation",
    access: "signed-in",
    title: m.booking_confirmation_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Confirmation.tsx")),
  },
  {
    path: "/book",
    access: "public",
    title: m.booking_page,
    chrome: { kind: "none" },
    ...lazyPage(() => import("#/pages/Book.tsx")),
  },
  {
    path: "/your-booking",
    access: "public",
    title: m.booking_yours_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/YourBooking.tsx")),
  },
  {
    path: "/coach",
    access: "public",
    title: m.booking_coach_page,
    chrome: { kind: "none" },
    ...lazyPage(() => import("#/pages/Coach.tsx")),
  },
  {
    path: "/watch",
    access: "public",
    title: m.calls_page,
    chrome: { kind: "none" },
    ...lazyPage(() => import("#/pages/Watch.tsx")),
  },
  {
    path: "/assessment",
    access: "public",
    title: m.assessment_page,
    chrome: NAV,
    next: "/live-interview",
    ...lazyPage(() => import("#/pages/Assessment.tsx")),
  },
  {
    path: "/unsubscribe",
    access: "public",
    title: m.booking_unsubscribe_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Unsubscribe.tsx")),
  },
  {
    path: "/undo",
    access: "public",
    title: m.account_undo_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Undo.tsx")),
  },
  {
    path: "/offline",
    access: "public",
    title: m.shell_no_signal_title,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Offline.tsx")),
  },
  {
    path: "/dashboard",
    access: "signed-in",
    withoutPassword: true,
    title: m.dashboard_page,
    chrome: NAV,
    safe: m.shell_safe_dashboard,
    ...lazyPage(() => import("#/pages/Dashboard.tsx")),
  },
  {
    path: "/interviews",
    access: "signed-in",
    ...INTERVIEW,
    title: m.dashboard_interviews_page,
    chrome: NAV,
    safe: m.shell_safe_dashboard,
    ...lazyPage(() => import("#/pages/Interviews.tsx")),
  },
  {
    path: "/applications",
    access: "signed-in",
    title: m.applications_title,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Applications.tsx")),
  },
  {
    path: "/application",
    access: "signed-in",
    title: m.applications_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Application.tsx")),
  },
  {
    path: "/schedule-video-interview",
    access: "signed-in",
    ...INTERVIEW,
    title: m.dashboard_interviews_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/ScheduleVideoInterview.tsx")),
  },
  {
    path: "/profile",
    access: "signed-in",
    title: m.profile_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Profile.tsx")),
  },
  {
    path: "/your-data",
    access: "signed-in",
    title: m.privacy_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/YourData.tsx")),
  },
  {
    path: "/operations",
    access: "signed-in",
    title: m.operations_page,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/Operations.tsx")),
  },
  {
    path: "/minimal-test",
    access: "signed-in",
    title: m.shell_test_title,
    chrome: NAV,
    ...lazyPage(() => import("#/pages/MinimalTest.tsx")),
  },
];

export function findRoute(path: string, routes: readonly Route[] = ROUTES): Route | undefined {
  return routes.find((route) => route.path === path);
}

/** The page for addresses that are not the app's own: the server's pages while it is unreachable, and unknown ones. */
export function otherRoute(): Omit<Route, "path" | "access"> {
  return (replacesServerPage() && findRoute("/offline")) || NOT_FOUND;
}

const NOT_FOUND: Omit<Route, "path" | "access"> = {
  title: m.shell_not_found_page,
  chrome: NAV,
  ...lazyPage(() => import("#/pages/NotFound.tsx")),
};
