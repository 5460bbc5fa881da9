import TodayPage from "#/desk/today/TodayPage.tsx";
import PersonPage from "./PersonPage.tsx";
import SharedPage from "./SharedPage.tsx";

/** The pages for reviewing, loaded together: the first answer plays one tap from Today without another file. */
export const reviewPages = { today: TodayPage, person: PersonPage, shared: SharedPage };
