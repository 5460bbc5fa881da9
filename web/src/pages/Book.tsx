import { useState } from "react";
import { useSearch } from "wouter";
import { Book } from "#/features/scheduling/Book.tsx";
import { readAsked } from "#/features/scheduling/query.ts";
import { m } from "#/messages.gen/messages.js";
import { goToPage, ownOrigin } from "#/platform/page.ts";

/** The booking page, with or without an account. */
export default function BookPage() {
  const search = useSearch();
  const [asked] = useState(() => readAsked(search, ownOrigin()));
  const { redirect } = asked;
  const onBooked = redirect === null ? undefined : () => goToPage(redirect);
  return <Book asked={asked} title={m.booking_title()} lead={m.booking_lead()} onBooked={onBooked} />;
}
