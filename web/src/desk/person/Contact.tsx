import type { Person } from "#/api/deskPerson.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { AppLink } from "#/ui/AppLink/AppLink.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

/** How to reach the candidate, as long as they share it. */
export function Contact({ person: { contact, viewed } }: { person: Person }) {
  const viewers = [...new Set(viewed.map(({ name }) => name))];
  if (!contact && viewers.length === 0) return null;
  return (
    <Card as="section">
      <Stack gap="xs">
        {contact && (
          <Heading level={2} size={3}>
            {m.desk_person_contact()}
          </Heading>
        )}
        {contact?.email && (
          <Text>
            <AppLink outside={`mailto:${contact.email}`}>{contact.email}</AppLink>
          </Text>
        )}
        {contact?.phone && (
          <Text>
            <AppLink outside={`tel:${contact.phone}`}>{contact.phone}</AppLink>
          </Text>
        )}
        {viewers.length > 0 && (
          <Text size="small" quiet>
            {m.desk_person_viewed_by({ names: new Intl.ListFormat(m.ui_locale()).format(viewers) })}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
