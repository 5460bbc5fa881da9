import type { TeamMember, WorkLocation } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { formatRole } from "./formatRole.ts";

/** A role, and for a manager the locations; null means all of them. */
export type RoleChoice = { role: TeamMember["role"]; locationIds: string[] | null };

const DETAILS = { owner: m.desk_team_owner_can, manager: m.desk_team_manager_can, reviewer: m.desk_team_reviewer_can } as const;

type RoleFieldsProps = { value: RoleChoice; onChange: (value: RoleChoice) => void; locations: WorkLocation[] };

export function RoleFields({ value, onChange, locations }: RoleFieldsProps) {
  const open = locations.filter(({ closedAt, id }) => closedAt === null || value.locationIds?.includes(id));
  const toggle = (id: string, on: boolean) => {
    const others = (value.locationIds ?? []).filter((one) => one !== id);
    onChange({ ...value, locationIds: on ? [...others, id] : others });
  };
  return (
    <Stack>
      <Stack as="fieldset" gap="xs">
        <legend>{m.desk_team_role()}</legend>
        {(["manager", "reviewer", "owner"] as const).map((role) => (
          <OptionCard
            key={role}
            type="radio"
            name="role"
            label={formatRole(role)}
            detail={DETAILS[role]()}
            checked={value.role === role}
            onChange={() => onChange({ ...value, role })}
          />
        ))}
      </Stack>
      {value.role === "manager" && open.length > 0 && (
        <Stack as="fieldset" gap="xs">
          <legend>{m.desk_team_places()}</legend>
          <OptionCard
            type="checkbox"
            bare
            label={m.desk_team_everywhere()}
            checked={value.locationIds === null}
            onChange={(event) => onChange({ ...value, locationIds: event.target.checked ? null : [] })}
          />
          {value.locationIds !== null &&
            open.map(({ id, name }) => (
              <OptionCard
                key={id}
                type="checkbox"
                bare
                label={name}
                checked={value.locationIds?.includes(id) ?? false}
                onChange={(event) => toggle(id, event.target.checked)}
              />
            ))}
        </Stack>
      )}
    </Stack>
  );
}
