import { useUser } from "#/session/user.ts";
import { JobSearch } from "#/features/search/JobSearch.tsx";

export default function JobSearchPage() {
  return <JobSearch user={useUser()} />;
}
