import { useState } from "react";
import { useSearch } from "wouter";
import { Book } from "#/features/scheduling/Book.tsx";
import { readAsked } from "#/features/scheduling/query.ts";
import { goToPage, ownOrigin } from "#/platform/page.ts";

/** The booking page, alone or in a frame of ours. */
export default function BookPage() {
  const search = useSearch();
  const [asked] = useState(() => readAsked(search, ownOrigin()));
  return <Book asked={asked} onBooked={() => asked.redirect && goToPage(asked.redirect)} />;
}
