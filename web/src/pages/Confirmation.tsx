import { Confirmation } from "#/features/scheduling/Confirmation.tsx";
import { leaveFrame } from "#/platform/page.ts";

// A calendar that redirects inside its frame ends up here: the page belongs to the whole window.
leaveFrame();

export default function ConfirmationPage() {
  return <Confirmation />;
}
