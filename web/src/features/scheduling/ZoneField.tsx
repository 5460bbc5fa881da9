import { Globe } from "lucide-react";
import { useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { allZones, formatZone } from "#/format/zones.ts";
import { chooseHomeZone, deviceZone, homeZone } from "#/platform/zone.ts";
import { takeFocus } from "#/ui/Heading/Heading.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

/** The time zone of the displayed times, with a menu to change it. Open where the device does not know its zone. */
export function ZoneField({ zone, onZone }: { zone: string; onZone: (zone: string) => void }) {
  const [open, setOpen] = useState(false);
  const isUnknown = deviceZone() === null;
  if (open || isUnknown) {
    const choose = (name: string) => {
      chooseHomeZone(name);
      onZone(name);
    };
    return (
      <Field label={m.booking_zone()} hint={isUnknown ? m.booking_zone_unknown() : undefined}>
        {(ids) => (
          <select ref={open ? takeFocus : undefined} {...ids} value={zone} onChange={(event) => choose(event.target.value)}>
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
        <Text size="small" quiet>
          {m.booking_zone_now({ zone: formatZone(zone) })}
        </Text>
      </Row>
      <TextLink onClick={() => setOpen(true)}>{m.booking_zone_change()}</TextLink>
    </Row>
  );
}

/** The same for screens that use the device's zone: shown only where that is unknown. */
export function UnknownZoneField({ onZone }: { onZone: (zone: string) => void }) {
  return deviceZone() === null ? <ZoneField zone={homeZone()} onZone={onZone} /> : null;
}
