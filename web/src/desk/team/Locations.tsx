import type { Team, WorkLocation } from "#/api/types.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";

type LocationsProps = { team: Team; editable: boolean; onOpen: (location: WorkLocation | null) => void };

export function Locations({ team, editable, onOpen }: LocationsProps) {
  return (
    <TitledCard title={m.desk_team_locations()} aside={editable && <TextLink onClick={() => onOpen(null)}>{m.desk_team_location_add()}</TextLink>}>
      {team.locations.length === 0 && <Text quiet>{m.desk_team_no_locations()}</Text>}
      <DividedList>
        {team.locations.map((location) => (
          <li key={location.id}>
            <Row spread>
              <div>
                <Heading level={3} size={3}>
                  {location.name}
                </Heading>
                <Text size="small" quiet>
                  {[location.street, location.city].filter(Boolean).join(", ")}
                </Text>
                <Text size="small" quiet>
                  {coveredBy(location.id, team)}
                </Text>
                {location.closedAt !== null && <Tag>{m.desk_team_closed()}</Tag>}
              </div>
              {editable && (
                <TextLink onClick={() => onOpen(location)} aria-label={m.desk_team_change_one({ name: location.name })}>
                  {m.desk_team_change()}
                </TextLink>
              )}
            </Row>
          </li>
        ))}
      </DividedList>
    </TitledCard>
  );
}

/** The managers of one location by name; those who cover all of them are not repeated everywhere. */
function coveredBy(id: string, { members }: Team): string {
  const names = members.filter((one) => one.state === "active" && one.locationIds.includes(id)).map(({ name }) => name);
  return names.length > 0 ? formatList(names) : m.desk_team_no_manager();
}
