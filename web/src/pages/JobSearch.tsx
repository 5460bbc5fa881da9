import { useUser } from "#/api/session.queries.ts";
import { JobSearch } from "#/features/search/JobSearch.tsx";

export default function JobSearchPage() {
  return <JobSearch user={useUser()} />;
}
