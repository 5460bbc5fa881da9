import list from "../../../../dayshift/jobs/categories.json";

/** The kinds of work, with six job titles each: the very list the server knows. */
export const CATEGORIES: { id: string; name: string; titles: string[] }[] = list;
