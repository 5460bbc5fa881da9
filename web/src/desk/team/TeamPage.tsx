import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { updateEmployer, teamQuery } from "#/api/deskTeam.queries.ts";
import { EmployerUpdate } from "#/api/limits.gen.ts";
import type { Team, TeamMember, WorkLocation } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { usePageQuery } from "#/platform/paths.ts";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { text } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { useDesk } from "../session.ts";
import { Refusal } from "../signIn/SignInLayout.tsx";
import { Leaving } from "./Leaving.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { LocationDialog } from "./LocationDialog.tsx";
import { Locations } from "./Locations.tsx";
import { MemberDialog } from "./MemberDialog.tsx";
import { People } from "./People.tsx";
import styles from "./TeamPage.module.css";

/** What is open over the page. */
type Open = { what: "invite" } | { what: "member"; member: TeamMember } | { what: "location"; location: WorkLocation | null } | null;

/** Returns what the address opens. */
function askedFor({ invite, place }: { invite?: string; place?: string }): Open {
  if (invite !== undefined) return { what: "invite" };
  return place === undefined ? null : { what: "location", location: null };
}

/** The team and the places of work; owners change them, managers read them. */
export default function TeamPage() {
  const query = useQuery(teamQuery);
  const isOwner = useDesk().member.role === "owner";
  const asked = usePageQuery("/desk/team");
  const [open, setOpen] = useState<Open>(isOwner ? askedFor(asked) : null);
  const close = () => setOpen(null);
  const invite = (
    <Button full="phone" onClick={() => setOpen({ what: "invite" })}>
      <Icon as={Plus} />
      {m.desk_team_invite()}
    </Button>
  );
  return (
    <>
      <Wide>
        <Stack gap="l">
          <Row spread wrap>
            <Heading level={1}>{m.desk_team_title()}</Heading>
            {isOwner && <div className={styles.onlyWide}>{invite}</div>}
          </Row>
          <QueryState query={query} failed={m.desk_team_failed()}>
            {(team) => (
              <div className={styles.columns}>
                <Stack gap="l">
                  <TitledCard title={m.desk_team_people()}>
                    <People team={team} editable={isOwner} onChange={(member) => setOpen({ what: "member", member })} />
                  </TitledCard>
                  <Roles />
                  <TitledCard title={m.desk_templates_title()}>
                    <Text size="small">{m.desk_templates_text()}</Text>
                    <div>
                      <TextLink href="/desk/templates">{m.desk_templates_open()}</TextLink>
                    </div>
                  </TitledCard>
                </Stack>
                <Stack gap="l">
                  {isOwner && isOnlyOwner(team) && (
                    <Callout>
                      <Heading level={2} size={3}>
                        {m.desk_team_only_owner()}
                      </Heading>
                      <Text size="small">{m.desk_team_only_owner_text()}</Text>
                    </Callout>
                  )}
                  <Locations team={team} editable={isOwner} onOpen={(location) => setOpen({ what: "location", location })} />
                  {isOwner && <EmployerSettings />}
                  {isOwner && <Leaving />}
                </Stack>
                {open?.what === "invite" && <InviteDialog locations={team.locations} onClose={close} />}
                {open?.what === "member" && <MemberDialog member={open.member} team={team} onClose={close} />}
                {open?.what === "location" && <LocationDialog location={open.location} onClose={close} />}
              </div>
            )}
          </QueryState>
        </Stack>
      </Wide>
      {isOwner && <BottomBar onlyNarrow>{invite}</BottomBar>}
    </>
  );
}

function isOnlyOwner({ members }: Team): boolean {
  return members.filter(({ role, state }) => role === "owner" && state === "active").length === 1;
}

function Roles() {
  return (
    <TitledCard title={m.desk_team_roles()}>
      <Stack gap="s">
        <Text size="small">
          <b>{m.desk_team_owner()}</b> {m.desk_team_owner_can()}
        </Text>
        <Text size="small">
          <b>{m.desk_team_manager()}</b> {m.desk_team_manager_can()}
        </Text>
        <Text size="small">
          <b>{m.desk_team_reviewer()}</b> {m.desk_team_reviewer_can()}
        </Text>
      </Stack>
    </TitledCard>
  );
}

const ZONES = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
  "America/Puerto_Rico",
];

/** What candidates see of the employer. */
function EmployerSettings() {
  const { employer } = useDesk();
  const { mutateAsync: save, error } = useMutation(updateEmployer);
  const days = text(() => "");
  const form = useForm(
    { name: text(m.desk_team_name_missing), replyDays: days, zone: days },
    { name: employer.name, replyDays: String(employer.replyDays), zone: employer.zone },
  );
  const submit = async ({ name, replyDays, zone }: { name: string; replyDays: string; zone: string }) => {
    await save({ name, replyDays: Number(replyDays), zone }).then(
      () => toast({ title: m.desk_account_saved(), tone: "good" }),
      () => undefined,
    );
  };
  const zones = ZONES.includes(employer.zone) ? ZONES : [employer.zone, ...ZONES];
  const { error: _daysError, ...replyField } = form.field("replyDays");
  const { error: _zoneError, ...zoneField } = form.field("zone");
  return (
    <TitledCard title={m.desk_team_settings()}>
      <form {...form.on(submit)}>
        <Stack>
          <Field label={m.desk_team_employer_name()} maxLength={EmployerUpdate.name} {...form.field("name")} />
          <Field label={m.desk_team_reply_days()} hint={m.desk_team_reply_hint()}>
            {(ids) => (
              <select {...ids} {...replyField}>
                {[1, 2, 3, 4, 5].map((count) => (
                  <option key={count} value={count}>
                    {m.desk_team_working_days({ count })}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={m.desk_team_zone()}>
            {(ids) => (
              <select {...ids} {...zoneField}>
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {zone.split("/").at(-1)?.replaceAll("_", " ")}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Refusal error={error} />
          <Button type="submit" size="small" variant="second" busy={form.busy}>
            {m.desk_team_save()}
          </Button>
        </Stack>
      </form>
    </TitledCard>
  );
}
