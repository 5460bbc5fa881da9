import { useQuery } from "@tanstack/react-query";
import { placeOfZipQuery } from "#/api/places.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { PlaceField } from "#/ui/Field/PlaceField.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import type { FieldOfForm } from "#/ui/form/useForm.ts";

/** A zip code with the place that it is taken for: five digits may be meant for another country. */
export function NamedPlaceField(field: FieldOfForm) {
  return <PlaceField {...field} understood={(zip) => <PlaceOfZip zip={zip} />} />;
}

function PlaceOfZip({ zip }: { zip: string }) {
  const { data } = useQuery(placeOfZipQuery(zip));
  return (
    <Text size="small" quiet role="status">
      {data && m.ui_place_is({ city: data.city, state: data.state })}
    </Text>
  );
}
