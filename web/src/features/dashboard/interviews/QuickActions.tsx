import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";

interface QuickActionsProps {
  /** Joins the live interview; undefined if none is live. */
  onJoin: (() => void) | undefined;
  onSchedule: (() => void) | undefined;
}

/** The two most common actions. */
export function QuickActions({ onJoin, onSchedule }: QuickActionsProps) {
  return (
    <TitledCard title={m.dashboard_interviews_actions()}>
      {onJoin && (
        <Button variant="second" full onClick={onJoin}>
          {m.dashboard_interviews_join_live()}
        </Button>
      )}
      {onSchedule && (
        <Button variant="second" full onClick={onSchedule}>
          {m.dashboard_interviews_schedule()}
        </Button>
      )}
    </TitledCard>
  );
}
