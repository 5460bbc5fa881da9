import { lazy } from "react";
import { useUser } from "#/session/user.ts";
import { JobSearch } from "#/features/search/JobSearch.tsx";

const Understood = lazy(() => import("#/features/questions/Understood.tsx").catch(() => ({ default: () => null })));

export default function JobSearchPage() {
  return <JobSearch user={useUser()} understood={Understood} />;
}
