import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { m } from "#/messages.gen/messages.js";
import { replacesServerPage } from "#/platform/page.ts";
import { CANDIDATE_ROUTES, type CandidatePath, type CandidateRoute } from "#/platform/routes.ts";

/** What the app passes to every page. */
export interface PageProps {
  /** Why the page at `?next=` needs a sign-in, if that page says so. */
  signInReason?: string | undefined;
}

/** What a page shows. The messages are called at render, because the language is not known before. */
interface Screen {
  title: () => string;
  /** The sign-in page's message for a visitor on the way to this page. */
  signInReason?: () => string;
  /** The offline banner's text on this page, instead of the default. */
  offline?: () => string;
  /** The error screen's text on this page about which data is safe, instead of the default. */
  safe?: () => string;
  page: LazyExoticComponent<ComponentType<PageProps>>;
  /** Loads the page's code before it is rendered. */
  fetch: () => Promise<unknown>;
}

/** A page of the table with its screen. */
export type Route = CandidateRoute & Screen;

type PageCode = { default: ComponentType<PageProps> };

/** A page whose code is loaded on demand. Loaded code renders at once, without a flash of the spinner. */
function lazyPage(load: () => Promise<PageCode>): Pick<Screen, "page" | "fetch"> {
  let loaded: PageCode | undefined;
  const fetch = async () => (loaded = await load());
  const atOnce = (code: PageCode) => ({ then: (show: (code: PageCode) => void) => show(code) }) as Promise<PageCode>;
  return { page: lazy(() => (loaded ? atOnce(loaded) : load())), fetch };
}

const SCREENS: Record<CandidatePath, Screen> = {
  "/": { title: m.landing_page, ...lazyPage(() => import("#/pages/Landing.tsx")) },
  "/signup": { title: m.account_signup_page, ...lazyPage(() => import("#/pages/SignUp.tsx")) },
  "/sign-up": { title: m.account_signup_page, ...lazyPage(() => import("#/pages/SignUpRedirect.tsx")) },
  "/login": { title: m.account_login_page, ...lazyPage(() => import("#/pages/Login.tsx")) },
  "/continue": { title: m.account_continue_page, ...lazyPage(() => import("#/pages/Continue.tsx")) },
  "/set-password": { title: m.account_set_page, ...lazyPage(() => import("#/pages/SetPassword.tsx")) },
  "/get-started": { title: m.account_start_page, ...lazyPage(() => import("#/pages/GetStarted.tsx")) },
  "/job-search": { title: m.search_page, ...lazyPage(() => import("#/pages/JobSearch.tsx")) },
  "/quick-questions": { title: m.questions_page, safe: m.shell_safe_questions, ...lazyPage(() => import("#/pages/QuickQuestions.tsx")) },
  "/matching": { title: m.matching_page, ...lazyPage(() => import("#/pages/Matching.tsx")) },
  "/matches": { title: m.matching_list_page, ...lazyPage(() => import("#/pages/Matches.tsx")) },
  "/video-interview-prep": { title: m.interview_prep_page, signInReason: m.account_login_interview, ...lazyPage(() => import("#/pages/VideoInterviewPrep.tsx")) },
  "/live-interview": { title: m.interview_live_page, signInReason: m.account_login_interview, offline: m.shell_offline_interview, safe: m.shell_safe_interview, ...lazyPage(() => import("#/pages/LiveInterview.tsx")) },
  "/interview-complete": { title: m.interview_complete_page, signInReason: m.account_login_interview, safe: m.shell_safe_answers, ...lazyPage(() => import("#/pages/InterviewComplete.tsx")) },
  "/schedule": { title: m.booking_schedule_page, ...lazyPage(() => import("#/pages/Schedule.tsx")) },
  "/confirmation": { title: m.booking_confirmation_page, ...lazyPage(() => import("#/pages/Confirmation.tsx")) },
  "/book": { title: m.booking_page, ...lazyPage(() => import("#/pages/Book.tsx")) },
  "/your-booking": { title: m.booking_yours_page, ...lazyPage(() => import("#/pages/YourBooking.tsx")) },
  "/coach": { title: m.booking_coach_page, ...lazyPage(() => import("#/pages/Coach.tsx")) },
  "/watch": { title: m.calls_page, ...lazyPage(() => import("#/pages/Watch.tsx")) },
  "/assessment": { title: m.assessment_page, ...lazyPage(() => import("#/pages/Assessment.tsx")) },
  "/unsubscribe": { title: m.booking_unsubscribe_page, ...lazyPage(() => import("#/pages/Unsubscribe.tsx")) },
  "/undo": { title: m.account_undo_page, ...lazyPage(() => import("#/pages/Undo.tsx")) },
  "/offline": { title: m.shell_no_signal_title, ...lazyPage(() => import("#/pages/Offline.tsx")) },
  "/dashboard": { title: m.dashboard_page, safe: m.shell_safe_dashboard, ...lazyPage(() => import("#/pages/Dashboard.tsx")) },
  "/interviews": { title: m.dashboard_interviews_page, signInReason: m.account_login_interview, safe: m.shell_safe_dashboard, ...lazyPage(() => import("#/pages/Interviews.tsx")) },
  "/applications": { title: m.applications_title, ...lazyPage(() => import("#/pages/Applications.tsx")) },
  "/application": { title: m.applications_page, ...lazyPage(() => import("#/pages/Application.tsx")) },
  "/schedule-video-interview": { title: m.dashboard_interviews_page, signInReason: m.account_login_interview, ...lazyPage(() => import("#/pages/ScheduleVideoInterview.tsx")) },
  "/profile": { title: m.profile_page, ...lazyPage(() => import("#/pages/Profile.tsx")) },
  "/your-data": { title: m.privacy_page, ...lazyPage(() => import("#/pages/YourData.tsx")) },
  "/operations": { title: m.operations_page, ...lazyPage(() => import("#/pages/Operations.tsx")) },
  "/minimal-test": { title: m.shell_test_title, ...lazyPage(() => import("#/pages/MinimalTest.tsx")) },
};

/** Returns the page at `path`, which may be any address. */
export function findRoute(path: CandidatePath): Route;
export function findRoute(path: string): Route | undefined;
export function findRoute(path: string): Route | undefined {
  return path in SCREENS ? { ...CANDIDATE_ROUTES[path as CandidatePath], ...SCREENS[path as CandidatePath] } : undefined;
}

/** The page for addresses that are not the app's own: the server's pages while it is unreachable, and unknown ones. */
export function otherRoute(): Route {
  return (replacesServerPage() && findRoute("/offline")) || NOT_FOUND;
}

const NOT_FOUND: Route = {
  access: "public",
  title: m.shell_not_found_page,
  chrome: { kind: "nav" },
  ...lazyPage(() => import("#/pages/NotFound.tsx")),
};
