import { useSearch } from "wouter";
import { useUser } from "#/api/session.queries.ts";
import { calendarAddress } from "#/features/scheduling/query.ts";
import { Schedule } from "#/features/scheduling/Schedule.tsx";
import { ownOrigin } from "#/platform/page.ts";
import { calendarUrl } from "#/platform/product.ts";

export default function SchedulePage() {
  const slot = new URLSearchParams(useSearch()).get("slot");
  return <Schedule calendar={calendarAddress(calendarUrl(), ownOrigin(), useUser(), slot)} />;
}
