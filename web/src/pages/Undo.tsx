import { UndoChange } from "#/features/account/UndoChange.tsx";
import { usePageQuery } from "#/platform/paths.ts";

export default function UndoPage() {
  return <UndoChange linkKey={usePageQuery("/undo").key ?? "none"} />;
}
