import { useSearch } from "wouter";
import { YourBooking } from "#/features/scheduling/YourBooking.tsx";

export default function YourBookingPage() {
  return <YourBooking bookingKey={new URLSearchParams(useSearch()).get("key") ?? "none"} />;
}
