import { Globe } from "lucide-react";
import { useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { allZones, formatZone } from "#/format/zones.ts";
import { takeFocus } from "#/ui/Heading/announce.ts";
import { Field } from "#/ui/Field/Field.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

/** The time zone of the displayed times, with a menu to change it. */
export function ZoneField({ zone, onZone }: { zone: string; onZone: (zone: string) => void }) {
  const [open, setOpen] = useState(false);
  if (open) {
    return (
      <Field label={m.booking_zone()}>
        {(ids) => (
          <select ref={takeFocus} {...ids} value={zone} onChange={(event) => onZone(event.target.value)}>
            {allZones(zone).map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </select>
        )}
      </Field>
    );
  }
  return (
    <Row spread wrap>
      <Row>
        <Icon as={Globe} size="s" />
        <Text size="small" quiet>{m.booking_zone_now({ zone: formatZone(zone) })}</Text>
      </Row>
      <TextLink onClick={() => setOpen(true)}>{m.booking_zone_change()}</TextLink>
    </Row>
  );
}
