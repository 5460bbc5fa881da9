import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { actOnMember, changeRole, type MemberAction } from "#/api/deskTeam.queries.ts";
import type { Team, TeamMember } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { useDesk } from "../session.ts";
import { Refusal } from "../signIn/Door.tsx";
import { type RoleChoice, RoleFields } from "./RoleFields.tsx";

/** Changes an active member's role and locations, or ends the membership. */
export function MemberDialog({ member, team, onClose }: { member: TeamMember; team: Team; onClose: () => void }) {
  const own = useDesk().member.id === member.id;
  const everywhere = member.role !== "manager" || member.allLocations;
  const [choice, setChoice] = useState<RoleChoice>({ role: member.role, locationIds: everywhere ? null : member.locationIds });
  const change = useMutation(changeRole);
  const act = useMutation(actOnMember);
  const [leaving, setLeaving] = useState(false);
  const finish = (title: string) => {
    toast({ title, tone: "good" });
    onClose();
  };
  const save = () => {
    const locationIds = choice.role === "manager" ? choice.locationIds : null;
    change.mutate({ id: member.id, role: choice.role, locationIds }, { onSuccess: () => finish(m.desk_account_saved()) });
  };
  const run = (action: MemberAction, done: string) => act.mutate({ id: member.id, action }, { onSuccess: () => finish(done) });
  if (leaving) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={own ? m.desk_team_leave_sure() : m.desk_team_deactivate_sure({ name: member.name })}
        text={own ? m.desk_team_leave_text() : m.desk_team_deactivate_text()}
      >
        <Stack>
          <Refusal error={act.error} />
          <Button full busy={act.isPending} onClick={() => run("deactivate", m.desk_team_deactivated())}>
            {own ? m.desk_team_leave() : m.desk_team_deactivate()}
          </Button>
          <TextLink center onClick={() => setLeaving(false)}>{m.desk_team_keep()}</TextLink>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={member.name} text={member.email}>
      <Stack>
        <RoleFields value={choice} onChange={setChoice} locations={team.locations} />
        <Refusal error={change.error ?? act.error} />
        <Button full busy={change.isPending} onClick={save}>{m.desk_team_save()}</Button>
        {member.secondFactor && !own && (
          <TextLink onClick={() => run("reset", m.desk_team_reset_done())}>{m.desk_team_reset()}</TextLink>
        )}
        <TextLink onClick={() => setLeaving(true)}>
          {own ? m.desk_team_leave() : m.desk_team_deactivate()}
        </TextLink>
      </Stack>
    </Dialog>
  );
}
