import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { m } from "#/messages.gen/messages.js";

/**
 * Who may see a page. `public` is for everybody. `public-only` is for visitors: somebody signed in is sent on to where they stand.
 * A step opens to everybody who has reached it, and stays open behind them.
 */
export type Access = "public" | "public-only" | "signed-in" | "complete-profile" | { step: 1 | 2 | 3 | 4 | 5 };

/** What stands above a page: the navigation bar, the four stages with the way back, or nothing. */
export type Chrome =
  { kind: "nav" } | { kind: "stage"; stage: 1 | 2 | 3 | 4; back: string; wide?: boolean } | { kind: "none" };

export interface Route {
  path: string;
  access: Access;
  /** A message, asked for at render: the language is not known before. */
  title: () => string;
  chrome: Chrome;
  /** What the offline banner says on this page, instead of the usual. */
  offline?: () => string;
  /** What is safe when this page fails, in its own words. */
  safe?: () => string;
  /** Where people go on from here: that page's files are fetched while this one is read. */
  next?: string;
  page: LazyExoticComponent<ComponentType>;
  /** Asks for the page's code ahead of drawing it. */
  fetch: () => Promise<unknown>;
}

type PageCode = { default: ComponentType };

/** A page whose code comes when it is first needed. Code that is here shows at once: no spinner for a blink. */
function later(load: () => Promise<PageCode>): Pick<Route, "page" | "fetch"> {
  let here: PageCode | undefined;
  const fetch = async () => (here = await load());
  const atOnce = (code: PageCode) => ({ then: (show: (code: PageCode) => void) => show(code) }) as Promise<PageCode>;
  return { page: lazy(() => (here ? atOnce(here) : load())), fetch };
}

const NAV: Chrome = { kind: "nav" };

export const ROUTES: readonly Route[] = [
  {
    path: "/",
    access: "public-only",
    title: m.landing_page,
    chrome: NAV,
    ...later(() => import("#/pages/Landing.tsx")),
  },
  {
    path: "/signup",
    access: "public-only",
    title: m.account_signup_page,
    chrome: { kind: "stage", stage: 1, back: "/" },
    next: "/job-search",
    ...later(() => import("#/pages/SignUp.tsx")),
  },
  {
    path: "/sign-up",
    access: "public-only",
    title: m.account_signup_page,
    chrome: { kind: "none" },
    ...later(() => import("#/pages/SignUpRedirect.tsx")),
  },
  {
    path: "/login",
    access: "public-only",
    title: m.account_login_page,
    chrome: NAV,
    ...later(() => import("#/pages/Login.tsx")),
  },
  {
    path: "/continue",
    access: "public",
    title: m.account_continue_page,
    chrome: NAV,
    ...later(() => import("#/pages/Continue.tsx")),
  },
  {
    path: "/set-password",
    access: "public-only",
    title: m.account_set_page,
    chrome: NAV,
    ...later(() => import("#/pages/SetPassword.tsx")),
  },
  {
    path: "/get-started",
    access: "signed-in",
    title: m.account_start_page,
    chrome: NAV,
    ...later(() => import("#/pages/GetStarted.tsx")),
  },
  {
    path: "/job-search",
    access: { step: 1 },
    title: m.search_page,
    chrome: { kind: "stage", stage: 2, back: "/get-started" },
    next: "/quick-questions",
    ...later(() => import("#/pages/JobSearch.tsx")),
  },
  {
    path: "/quick-questions",
    access: { step: 2 },
    title: m.questions_page,
    chrome: { kind: "stage", stage: 3, back: "/job-search" },
    safe: m.shell_safe_questions,
    next: "/matching",
    ...later(() => import("#/pages/QuickQuestions.tsx")),
  },
  {
    path: "/matching",
    access: { step: 3 },
    title: m.matching_page,
    chrome: { kind: "stage", stage: 4, back: "/quick-questions", wide: true },
    next: "/video-interview-prep",
    ...later(() => import("#/pages/Matching.tsx")),
  },
  {
    path: "/matches",
    access: { step: 3 },
    title: m.matching_list_page,
    chrome: NAV,
    ...later(() => import("#/pages/Matches.tsx")),
  },
  {
    path: "/video-interview-prep",
    access: { step: 3 },
    title: m.interview_prep_page,
    chrome: { kind: "stage", stage: 4, back: "/matching" },
    next: "/live-interview",
    ...later(() => import("#/pages/VideoInterviewPrep.tsx")),
  },
  {
    path: "/live-interview",
    access: { step: 3 },
    title: m.interview_live_page,
    chrome: { kind: "none" },
    offline: m.shell_offline_interview,
    safe: m.shell_safe_interview,
    ...later(() => import("#/pages/LiveInterview.tsx")),
  },
  {
    path: "/interview-complete",
    access: "signed-in",
    title: m.interview_complete_page,
    chrome: NAV,
    ...later(() => import("#/pages/InterviewComplete.tsx")),
  },
  {
    path: "/schedule",
    access: { step: 3 },
    title: m.booking_schedule_page,
    chrome: { kind: "stage", stage: 4, back: "/matching", wide: true },
    ...later(() => import("#/pages/Schedule.tsx")),
  },
  {
    path: "/confirmation",
    access: "signed-in",
    title: m.booking_confirmation_page,
    chrome: NAV,
    ...later(() => import("#/pages/Confirmation.tsx")),
  },
  {
    path: "/book",
    access: "public",
    title: m.booking_page,
    chrome: { kind: "none" },
    ...later(() => import("#/pages/Book.tsx")),
  },
  {
    path: "/your-booking",
    access: "public",
    title: m.booking_yours_page,
    chrome: NAV,
    ...later(() => import("#/pages/YourBooking.tsx")),
  },
  {
    path: "/coach",
    access: "public",
    title: m.booking_coach_page,
    chrome: { kind: "none" },
    ...later(() => import("#/pages/Coach.tsx")),
  },
  {
    path: "/watch",
    access: "public",
    title: m.calls_page,
    chrome: { kind: "none" },
    ...later(() => import("#/pages/Watch.tsx")),
  },
  {
    path: "/unsubscribe",
    access: "public",
    title: m.booking_unsubscribe_page,
    chrome: NAV,
    ...later(() => import("#/pages/Unsubscribe.tsx")),
  },
  {
    path: "/undo",
    access: "public",
    title: m.account_undo_page,
    chrome: NAV,
    ...later(() => import("#/pages/Undo.tsx")),
  },
  {
    path: "/offline",
    access: "public",
    title: m.shell_no_signal_title,
    chrome: NAV,
    ...later(() => import("#/pages/Offline.tsx")),
  },
  {
    path: "/dashboard",
    access: "signed-in",
    title: m.dashboard_page,
    chrome: NAV,
    safe: m.shell_safe_dashboard,
    ...later(() => import("#/pages/Dashboard.tsx")),
  },
  {
    path: "/interviews",
    access: "signed-in",
    title: m.dashboard_interviews_page,
    chrome: NAV,
    safe: m.shell_safe_dashboard,
    ...later(() => import("#/pages/Interviews.tsx")),
  },
  {
    path: "/schedule-video-interview",
    access: "signed-in",
    title: m.dashboard_interviews_page,
    chrome: NAV,
    ...later(() => import("#/pages/ScheduleVideoInterview.tsx")),
  },
  {
    path: "/profile",
    access: "signed-in",
    title: m.profile_page,
    chrome: NAV,
    ...later(() => import("#/pages/Profile.tsx")),
  },
  {
    path: "/operations",
    access: "signed-in",
    title: m.operations_page,
    chrome: NAV,
    ...later(() => import("#/pages/Operations.tsx")),
  },
  {
    path: "/minimal-test",
    access: "signed-in",
    title: m.shell_test_title,
    chrome: NAV,
    ...later(() => import("#/pages/MinimalTest.tsx")),
  },
];

export function findRoute(path: string, routes: readonly Route[] = ROUTES): Route | undefined {
  return routes.find((route) => route.path === path);
}

/** What shows at an address that is no page's. */
export const NOT_FOUND: Omit<Route, "path" | "access"> = {
  title: m.shell_not_found_page,
  chrome: NAV,
  ...later(() => import("#/pages/NotFound.tsx")),
};
