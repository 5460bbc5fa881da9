import { useState } from "react";
import { Book } from "#/features/scheduling/Book.tsx";
import { askedBy, readAsked } from "#/features/scheduling/query.ts";
import { m } from "#/messages.gen/messages.js";
import { goToPage, ownOrigin } from "#/platform/page.ts";
import { usePageQuery } from "#/platform/paths.ts";
import { useSession } from "#/session/user.ts";

/** The booking page, with or without an account. What the address leaves out is taken from the account. */
export default function BookPage() {
  const query = usePageQuery("/book");
  const [asked] = useState(() => readAsked(query, ownOrigin()));
  const session = useSession();
  const own = session.state === "signed-in" ? askedBy(session.user, null) : asked;
  const { redirect } = asked;
  const details = { name: asked.name || own.name, email: asked.email || own.email, phone: asked.phone || own.phone };
  const onBooked = redirect === null ? undefined : () => goToPage(redirect);
  return <Book asked={{ ...asked, ...details }} title={m.booking_title()} lead={m.booking_lead()} onBooked={onBooked} />;
}
