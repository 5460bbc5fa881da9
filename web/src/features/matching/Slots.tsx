import { useQuery } from "@tanstack/react-query";
import { Clock, Globe, Smartphone } from "lucide-react";
import { useState } from "react";
import { offersQuery } from "#/api/schedule.queries.ts";
import type { Offer } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { formatTimeRange } from "#/format/dates.ts";
import { formatZone } from "#/format/zones.ts";
import { homeZone } from "#/platform/zone.ts";
import { pathTo, useNavigate } from "#/platform/paths.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Fact, Facts } from "#/ui/CheckList/CheckList.tsx";
import styles from "./Slots.module.css";

/** Stage 2: a few times by day; the selected one is passed to the calendar. */
export default function Slots({ onBack }: { onBack: () => void }) {
  const zone = homeZone();
  const offers = useQuery(offersQuery(zone));
  const [chosen, setChosen] = useState<string | null>(null);
  const navigate = useNavigate();
  return (
    <>
      <Column>
        <Stack gap="l">
          <Stack gap="s">
            <Heading level={1} autoFocus>
              {m.matching_slots()}
            </Heading>
            <Facts size="body">
              <Fact icon={Clock}>{m.matching_slots_minutes()}</Fact>
              <Fact icon={Smartphone}>{m.matching_slots_devices()}</Fact>
              <Fact icon={Globe}>{m.booking_zone_now({ zone: formatZone(zone) })}</Fact>
            </Facts>
          </Stack>
          {offers.isPending && <PageSpinner />}
          {offers.isError && (
            <Empty art="compass" title={m.matching_slots_failed()} text={m.matching_slots_failed_text()}>
              <Button variant="second" busy={offers.isFetching} onClick={() => void offers.refetch()}>
                {m.ui_retry()}
              </Button>
            </Empty>
          )}
          {offers.data?.length === 0 && (
            <Empty art="compass" title={m.matching_slots_none()} text={m.matching_slots_none_text()}>
              <Button variant="second" href="/schedule">
                {m.matching_slots_calendar()}
              </Button>
            </Empty>
          )}
          {DAYS.map(({ day, name }) => (
            <OffersOfDay key={day} name={name()} offers={offers.data?.filter((offer) => offer.day === day) ?? []} chosen={chosen} onChoose={setChosen} />
          ))}
        </Stack>
      </Column>
      <BottomBar>
        <Button full aria-disabled={chosen === null} onClick={() => chosen && navigate(pathTo("/schedule", { slot: chosen }))}>
          {m.matching_slots_schedule()}
        </Button>
        <TextLink center onClick={onBack}>
          {m.matching_slots_back()}
        </TextLink>
      </BottomBar>
    </>
  );
}

const DAYS: { day: Offer["day"]; name: () => string }[] = [
  { day: "today", name: m.matching_slots_today },
  { day: "tomorrow", name: m.matching_slots_tomorrow },
  { day: "weekend", name: m.matching_slots_weekend },
];

interface OffersOfDayProps {
  name: string;
  offers: Offer[];
  chosen: string | null;
  onChoose: (start: string) => void;
}

function OffersOfDay({ name, offers, chosen, onChoose }: OffersOfDayProps) {
  if (offers.length === 0) return null;
  return (
    <fieldset className={styles.day}>
      <legend className={styles.name}>{name}</legend>
      <div className={styles.offers}>
        {offers.map(({ startsAt, endsAt }) => (
          <OptionCard
            key={startsAt}
            type="radio"
            name="offer"
            label={formatTimeRange(startsAt, endsAt)}
            checked={startsAt === chosen}
            onChange={() => onChoose(startsAt)}
          />
        ))}
      </div>
    </fieldset>
  );
}
