import { m } from "#/messages.gen/messages.js";
import { replacesServerPage } from "#/platform/page.ts";
import { type PageCode, pageCode } from "#/platform/pageCode.ts";
import { CANDIDATE_ROUTES, type CandidatePath, type CandidateRoute } from "#/platform/routes.ts";

/** What the app passes to every page. */
export interface PageProps {
  /** Why the page at `?next=` needs a sign-in, if that page says so. */
  signInReason?: string | undefined;
}

/** What a page shows. The messages are called at render, because the language is not known before. */
interface Screen extends PageCode<PageProps> {
  title: () => string;
  /** The sign-in page's message for a visitor on the way to this page. */
  signInReason?: () => string;
  /** The offline banner's text on this page, instead of the default. */
  offline?: () => string;
  /** The error screen's text on this page about which data is safe, instead of the default. */
  safe?: () => string;
}

/** A page of the table with its screen. */
export type Route = CandidateRoute & Screen;

const SCREENS: Record<CandidatePath, Screen> = {
  "/": { title: m.landing_page, ...pageCode(() => import("#/pages/Landing.tsx")) },
  "/signup": { title: m.account_signup_page, ...pageCode(() => import("#/pages/SignUp.tsx")) },
  "/sign-up": { title: m.account_signup_page, ...pageCode(() => import("#/pages/SignUpRedirect.tsx")) },
  "/login": { title: m.account_login_page, ...pageCode(() => import("#/pages/Login.tsx")) },
  "/continue": { title: m.account_continue_page, ...pageCode(() => import("#/pages/Continue.tsx")) },
  "/set-password": { title: m.account_set_page, ...pageCode(() => import("#/pages/SetPassword.tsx")) },
  "/get-started": { title: m.account_start_page, ...pageCode(() => import("#/pages/GetStarted.tsx")) },
  "/job-search": { title: m.search_page, ...pageCode(() => import("#/pages/JobSearch.tsx")) },
  "/quick-questions": { title: m.questions_page, safe: m.shell_safe_questions, ...pageCode(() => import("#/pages/QuickQuestions.tsx")) },
  "/matching": { title: m.matching_page, ...pageCode(() => import("#/pages/Matching.tsx")) },
  "/matches": { title: m.matching_list_page, ...pageCode(() => import("#/pages/Matches.tsx")) },
  "/video-interview-prep": {
    title: m.interview_prep_page,
    signInReason: m.account_login_interview,
    ...pageCode(() => import("#/pages/VideoInterviewPrep.tsx")),
  },
  "/live-interview": {
    title: m.interview_live_page,
    signInReason: m.account_login_interview,
    offline: m.shell_offline_interview,
    safe: m.shell_safe_interview,
    ...pageCode(() => import("#/pages/LiveInterview.tsx")),
  },
  "/interview-complete": {
    title: m.interview_complete_page,
    signInReason: m.account_login_interview,
    safe: m.shell_safe_answers,
    ...pageCode(() => import("#/pages/InterviewComplete.tsx")),
  },
  "/schedule": { title: m.booking_schedule_page, ...pageCode(() => import("#/pages/Schedule.tsx")) },
  "/confirmation": { title: m.booking_confirmation_page, ...pageCode(() => import("#/pages/Confirmation.tsx")) },
  "/book": { title: m.booking_page, ...pageCode(() => import("#/pages/Book.tsx")) },
  "/your-booking": { title: m.booking_yours_page, ...pageCode(() => import("#/pages/YourBooking.tsx")) },
  "/coach": { title: m.booking_coach_page, ...pageCode(() => import("#/pages/Coach.tsx")) },
  "/watch": { title: m.calls_page, ...pageCode(() => import("#/pages/Watch.tsx")) },
  "/assessment": { title: m.assessment_page, ...pageCode(() => import("#/pages/Assessment.tsx")) },
  "/unsubscribe": { title: m.booking_unsubscribe_page, ...pageCode(() => import("#/pages/Unsubscribe.tsx")) },
  "/undo": { title: m.account_undo_page, ...pageCode(() => import("#/pages/Undo.tsx")) },
  "/offline": { title: m.shell_no_signal_title, ...pageCode(() => import("#/pages/Offline.tsx")) },
  "/dashboard": { title: m.dashboard_page, safe: m.shell_safe_dashboard, ...pageCode(() => import("#/pages/Dashboard.tsx")) },
  "/interviews": {
    title: m.dashboard_interviews_page,
    signInReason: m.account_login_interview,
    safe: m.shell_safe_dashboard,
    ...pageCode(() => import("#/pages/Interviews.tsx")),
  },
  "/applications": { title: m.applications_title, ...pageCode(() => import("#/pages/Applications.tsx")) },
  "/application": { title: m.applications_page, ...pageCode(() => import("#/pages/Application.tsx")) },
  "/schedule-video-interview": {
    title: m.dashboard_interviews_page,
    signInReason: m.account_login_interview,
    ...pageCode(() => import("#/pages/ScheduleVideoInterview.tsx")),
  },
  "/profile": { title: m.profile_page, ...pageCode(() => import("#/pages/Profile.tsx")) },
  "/your-data": { title: m.privacy_page, ...pageCode(() => import("#/pages/YourData.tsx")) },
  "/operations": { title: m.operations_page, ...pageCode(() => import("#/pages/Operations.tsx")) },
  "/minimal-test": { title: m.shell_test_title, ...pageCode(() => import("#/pages/MinimalTest.tsx")) },
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
  ...pageCode(() => import("#/pages/NotFound.tsx")),
};
