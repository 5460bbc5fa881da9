import { useHistoryState } from "wouter/use-browser-location";
import { Confirmation, type Confirmed } from "#/features/scheduling/Confirmation.tsx";
import { leaveFrame } from "#/platform/page.ts";

// An external calendar that redirects inside its frame ends up here: the page takes over the whole window.
leaveFrame();

export default function ConfirmationPage() {
  return <Confirmation booking={useHistoryState<Confirmed | null>()} />;
}
