import { useUser } from "#/api/session.queries.ts";
import { JobSearch } from "#/features/search/JobSearch.tsx";
import { usePreload } from "#/platform/preload.ts";

const nextPage = () => import("./QuickQuestions.tsx");

export default function JobSearchPage() {
  usePreload(nextPage);
  return <JobSearch user={useUser()} />;
}
