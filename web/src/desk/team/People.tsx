import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { actOnMember, type MemberAction } from "#/api/deskTeam.queries.ts";
import type { Team, TeamMember } from "#/api/types.ts";
import { formatLongDate } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { useDesk } from "../session.ts";
import { Refusal } from "../signIn/SignInLayout.tsx";
import { formatRole } from "./formatRole.ts";
import styles from "./TeamPage.module.css";

type PeopleProps = { team: Team; editable: boolean; onChange: (member: TeamMember) => void };

export function People({ team, editable, onChange }: PeopleProps) {
  const own = useDesk().member.id;
  const { mutateAsync: act, error } = useMutation(actOnMember);
  const [deleting, setDeleting] = useState<TeamMember | null>(null);
  const run = (member: TeamMember, action: MemberAction, title: string) =>
    void act({ id: member.id, action }).then(
      () => toast({ title, tone: "good" }),
      () => undefined,
    );
  return (
    <Stack>
      <Refusal error={error} />
      <DividedList>
        {team.members.map((member) => (
          <li key={member.id} className={styles.member}>
            <span aria-hidden="true" className={cx(styles.initials, member.state !== "active" && styles.off)}>
              {initialsOf(member.name)}
            </span>
            <div className={styles.names}>
              <Heading level={3} size={3}>
                {member.name}{" "}
                {member.id === own && (
                  <Text as="span" quiet>
                    {m.desk_team_you()}
                  </Text>
                )}
              </Heading>
              <Text size="small" quiet>
                {describe(member, team)}
              </Text>
              <RoleTag member={member} />
            </div>
            {editable && (
              <div>
                {member.state === "active" && (
                  <TextLink onClick={() => onChange(member)} aria-label={m.desk_team_change_one({ name: member.name })}>
                    {m.desk_team_change()}
                  </TextLink>
                )}
                {member.state === "invited" && (
                  <Row wrap>
                    <TextLink onClick={() => run(member, "invite", m.desk_team_invited())} aria-label={m.desk_team_again_one({ name: member.name })}>
                      {m.desk_team_again()}
                    </TextLink>
                    <TextLink onClick={() => run(member, "revoke", m.desk_team_revoked())} aria-label={m.desk_team_revoke_one({ name: member.name })}>
                      {m.desk_team_revoke()}
                    </TextLink>
                  </Row>
                )}
                {member.state === "deactivated" && (
                  <Row wrap>
                    <TextLink
                      onClick={() => run(member, "reactivate", m.desk_team_reactivated())}
                      aria-label={m.desk_team_reactivate_one({ name: member.name })}
                    >
                      {m.desk_team_reactivate()}
                    </TextLink>
                    <TextLink onClick={() => setDeleting(member)} aria-label={m.desk_leaving_delete_one({ name: member.name })}>
                      {m.desk_leaving_delete()}
                    </TextLink>
                  </Row>
                )}
              </div>
            )}
          </li>
        ))}
      </DividedList>
      {deleting && <DeleteMember member={deleting} onClose={() => setDeleting(null)} />}
    </Stack>
  );
}

function DeleteMember({ member: { id, name }, onClose }: { member: TeamMember; onClose: () => void }) {
  const { mutateAsync: act, error, isPending } = useMutation(actOnMember);
  const go = () =>
    void act({ id, action: "delete" }, { onSuccess: onClose }).then(
      () => toast({ title: m.desk_leaving_deleted(), tone: "good" }),
      () => undefined,
    );
  return (
    <Dialog open onClose={onClose} title={m.desk_leaving_delete_sure({ name })} text={m.desk_leaving_delete_text()}>
      <Stack>
        <Refusal error={error} />
        <Button full busy={isPending} onClick={go}>
          {m.desk_leaving_delete()}
        </Button>
        <TextLink center onClick={onClose}>
          {m.desk_leaving_delete_keep()}
        </TextLink>
      </Stack>
    </Dialog>
  );
}

function RoleTag({ member: { role, state, invitedUntil } }: { member: TeamMember }) {
  if (state === "invited" && invitedUntil && new Date(invitedUntil) <= new Date()) return <Tag tone="bad">{m.desk_team_state_expired()}</Tag>;
  if (state === "invited") return <Tag tone="info">{m.desk_team_state_invited({ role: formatRole(role) })}</Tag>;
  if (state === "deactivated") return <Tag>{m.desk_team_state_off()}</Tag>;
  return <Tag tone={role === "owner" ? "good" : "plain"}>{formatRole(role)}</Tag>;
}

/** Where the member hires, and what is worth knowing about the account. */
function describe(member: TeamMember, { locations }: Team): string {
  if (member.state === "invited") {
    return member.invitedUntil ? m.desk_team_until({ email: member.email, date: formatLongDate(member.invitedUntil) }) : member.email;
  }
  if (member.state === "deactivated") {
    return member.deactivatedAt ? m.desk_team_since({ date: formatLongDate(member.deactivatedAt) }) : "";
  }
  const security = member.secondFactor ? m.desk_team_two_step_on() : m.desk_team_two_step_off();
  return `${placesOf(member, locations)}. ${security.replaceAll("-", "\u2060-\u2060")}`; // A line does not end at the hyphen.
}

function placesOf(member: TeamMember, locations: Team["locations"]): string {
  if (member.role === "reviewer") return m.desk_team_assigned_only();
  if (member.role === "owner" || member.allLocations) return m.desk_team_everywhere();
  const names = locations.filter(({ id }) => member.locationIds.includes(id)).map(({ name }) => name);
  return names.length > 0 ? formatList(names) : m.desk_team_nowhere();
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : ""]
    .map((word) => word?.at(0) ?? "")
    .join("")
    .toUpperCase();
}
