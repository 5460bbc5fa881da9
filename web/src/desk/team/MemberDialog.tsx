import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery, assessmentsQuery } from "#/api/deskConnections.queries.ts";
import { closeDesk } from "#/api/deskSession.queries.ts";
import { actOnMember, changeRole, leaveTeam, type MemberAction } from "#/api/deskTeam.queries.ts";
import type { Team, TeamMember } from "#/api/types.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { useDesk } from "#/desk/session.ts";
import { Refusal } from "#/desk/signIn/SignInLayout.tsx";
import { type RoleChoice, RoleFields } from "./RoleFields.tsx";

/** Changes an active member's role and locations, or ends the membership. */
export function MemberDialog({ member, team, onClose }: { member: TeamMember; team: Team; onClose: () => void }) {
  const own = useDesk().member.id === member.id;
  const everywhere = member.role !== "manager" || member.allLocations;
  const [choice, setChoice] = useState<RoleChoice>({ role: member.role, locationIds: everywhere ? null : member.locationIds });
  const change = useMutation(changeRole);
  const act = useMutation(actOnMember);
  const leave = useMutation(leaveTeam);
  const cache = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const [handingOver, setHandingOver] = useState(false);
  const save = () => {
    const locationIds = choice.role === "manager" ? choice.locationIds : null;
    void change.mutateAsync({ id: member.id, role: choice.role, locationIds }, { onSuccess: onClose }).then(
      () => toast({ title: m.desk_account_saved(), tone: "good" }),
      () => undefined,
    );
  };
  const run = (action: MemberAction, title: string) =>
    void act.mutateAsync({ id: member.id, action }, { onSuccess: onClose }).then(
      () => toast({ title, tone: "good" }),
      () => undefined,
    );
  const goAway = () =>
    void leave.mutateAsync(member.id).then(
      () => {
        closeDesk(cache);
        toast({ title: m.desk_team_left(), tone: "good" });
      },
      () => undefined,
    );
  if (handingOver) {
    return (
      <Dialog open onClose={onClose} title={m.desk_leaving_hand_over_sure({ name: member.name })} text={m.desk_leaving_hand_over_text()}>
        <Stack>
          <Refusal error={act.error} />
          <Button full busy={act.isPending} onClick={() => run("handOver", m.desk_leaving_hand_over_done())}>
            {m.desk_leaving_hand_over()}
          </Button>
          <TextLink center onClick={() => setHandingOver(false)}>
            {m.desk_leaving_delete_keep()}
          </TextLink>
        </Stack>
      </Dialog>
    );
  }
  if (leaving) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={own ? m.desk_team_leave_sure() : m.desk_team_deactivate_sure({ name: member.name })}
        text={own ? m.desk_team_leave_text() : m.desk_team_deactivate_text()}
      >
        <Stack>
          {member.role === "owner" && <EndingKeys member={member} own={own} />}
          <Refusal error={own ? leave.error : act.error} />
          <Button full busy={own ? leave.isPending : act.isPending} onClick={own ? goAway : () => run("deactivate", m.desk_team_deactivated())}>
            {own ? m.desk_team_leave() : m.desk_team_deactivate()}
          </Button>
          <TextLink center onClick={() => setLeaving(false)}>
            {m.desk_team_keep()}
          </TextLink>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog open onClose={onClose} title={member.name} text={member.email}>
      <Stack>
        <RoleFields value={choice} onChange={setChoice} locations={team.locations} />
        {member.role === "owner" && choice.role !== "owner" && (
          <Callout>
            <Stack gap="s">
              <Text size="small">{own ? m.desk_team_step_down_text() : m.desk_team_demote_text({ name: member.name })}</Text>
              <EndingKeys member={member} own={own} />
            </Stack>
          </Callout>
        )}
        <Refusal error={change.error ?? act.error} />
        <Button full busy={change.isPending} onClick={save}>
          {m.desk_team_save()}
        </Button>
        <Row wrap>
          {member.secondFactor && !own && <TextLink onClick={() => run("reset", m.desk_team_reset_done())}>{m.desk_team_reset()}</TextLink>}
          {!own && member.role !== "owner" && <TextLink onClick={() => setHandingOver(true)}>{m.desk_leaving_hand_over()}</TextLink>}
          <TextLink onClick={() => setLeaving(true)}>{own ? m.desk_team_leave() : m.desk_team_deactivate()}</TextLink>
        </Row>
      </Stack>
    </Dialog>
  );
}

/** How many keys act for an owner, and which: they end with the owner's rights. Nothing until that is known. */
function EndingKeys({ member, own }: { member: TeamMember; own: boolean }) {
  const { data: keys } = useQuery(apiKeysQuery);
  const { data: assessments } = useInfiniteQuery(assessmentsQuery);
  const ordering = assessments?.pages[0]?.key;
  const theirs = ({ createdById, ended }: { createdById: string | null; ended: boolean }) => createdById === member.id && !ended;
  const names = [...(keys?.keys ?? []).filter(theirs).map(({ name }) => name), ...(ordering && theirs(ordering) ? [m.desk_connections_ats()] : [])];
  if (names.length === 0) return null;
  const about = { count: names.length, keys: formatList(names) };
  return (
    <Text size="small" role="status">
      {own ? m.desk_team_keys_end_own(about) : m.desk_team_keys_end(about)}
    </Text>
  );
}
