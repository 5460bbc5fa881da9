import { YourBooking } from "#/features/scheduling/YourBooking.tsx";
import { usePageQuery } from "#/platform/paths.ts";

export default function YourBookingPage() {
  return <YourBooking bookingKey={usePageQuery("/your-booking").key ?? "none"} />;
}
