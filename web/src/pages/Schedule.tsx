import { useUser } from "#/session/user.ts";
import type { Booking } from "#/api/types.ts";
import { Book } from "#/features/scheduling/Book.tsx";
import { askedBy, calendarAddress } from "#/features/scheduling/query.ts";
import { BookedTimes, ExternalCalendar, InterviewNow, NextStep, useNext } from "#/features/scheduling/Schedule.tsx";
import { m } from "#/messages.gen/messages.js";
import { ownOrigin, sameOriginPath } from "#/platform/page.ts";
import { calendarUrl } from "#/platform/product.ts";
import { useNavigate, usePageQuery } from "#/platform/paths.ts";

/** Our own calendar is part of the page; an external one from the settings is in a frame. */
export default function SchedulePage() {
  const user = useUser();
  const { slot = null } = usePageQuery("/schedule");
  const navigate = useNavigate();
  const next = useNext();
  const calendar = calendarUrl();
  if (sameOriginPath(calendar) === null) {
    return <ExternalCalendar address={calendarAddress(calendar, ownOrigin(), user, slot)} />;
  }
  const confirm = ({ startsAt, zone }: Booking) => navigate("/confirmation", { state: { startsAt, zone } });
  return (
    <Book
      asked={askedBy(user, slot)}
      title={m.booking_schedule_title()}
      lead={m.booking_schedule_lead()}
      aside={next ? undefined : <InterviewNow />}
      onBooked={confirm}
    >
      {next && <NextStep {...next} />}
      <BookedTimes />
    </Book>
  );
}
