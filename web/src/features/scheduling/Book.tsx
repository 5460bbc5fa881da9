import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { holdSlot } from "#/api/schedule.queries.ts";
import type { Booking } from "#/api/types.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { m } from "#/messages.gen/messages.js";
import { homeZone } from "#/platform/zone.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { BottomBar } from "#/ui/BottomBar/BottomBar.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { Booked } from "./Booked.tsx";
import { Calendar } from "./Calendar.tsx";
import { DetailsForm } from "./DetailsForm.tsx";
import type { Asked } from "./query.ts";

type Step =
  | { at: "pick"; slot: string | null; hold: string | null; problem: string | null }
  | { at: "details"; slot: string; hold: string }
  | { at: "booked"; booking: Booking };

interface BookProps {
  asked: Asked;
  title: string;
  lead: string;
  /** Content above the calendar. */
  children?: ReactNode;
  /** Content next to the calendar on a wide screen, below it on a phone. */
  aside?: ReactNode;
  /** Opens another page after the booking; without it the booking is shown here. */
  onBooked?: ((booking: Booking) => void) | undefined;
}

/** Books a time with a coach: the time, the person's details, then the confirmation. */
export function Book({ asked, title, lead, aside, children, onBooked }: BookProps) {
  const [zone, setZone] = useState(homeZone);
  const [step, setStep] = useState<Step>({ at: "pick", slot: asked.slot, hold: null, problem: null });
  switch (step.at) {
    case "pick":
      return (
        <Pick
          heading={
            <Stack gap="xs">
              <Heading level={1}>{title}</Heading>
              <Text quiet>{lead}</Text>
              {children}
            </Stack>
          }
          aside={aside}
          zone={zone}
          onZone={setZone}
          {...step}
          onSlot={(slot, problem) => setStep({ ...step, slot, problem: problem ?? null })}
          onHeld={(slot, hold) => setStep({ at: "details", slot, hold })}
        />
      );
    case "details":
      return (
        <DetailsForm
          asked={asked}
          slot={step.slot}
          hold={step.hold}
          zone={zone}
          onBack={(slot, problem) => setStep({ at: "pick", slot, hold: step.hold, problem })}
          onBooked={(booking) => (onBooked ? onBooked(booking) : setStep({ at: "booked", booking }))}
        />
      );
    case "booked":
      return <Booked booking={step.booking} />;
    default:
      return step satisfies never;
  }
}

interface PickProps {
  heading: ReactNode;
  aside: ReactNode;
  zone: string;
  onZone: (zone: string) => void;
  slot: string | null;
  /** The key that holds the previously selected slot; it is released for the new one. */
  hold: string | null;
  /** Why the previously selected slot is unavailable. */
  problem: string | null;
  onSlot: (slot: string | null, problem?: string) => void;
  onHeld: (slot: string, hold: string) => void;
}

function Pick({ heading, aside, zone, onZone, slot, hold, problem, onSlot, onHeld }: PickProps) {
  const cache = useQueryClient();
  const holding = useMutation(holdSlot);

  function goOn(startsAt: string): void {
    holding.mutate(
      { startsAt, zone, ...(hold && { instead: hold }) },
      {
        onSuccess: ({ key }) => onHeld(startsAt, key),
        onError: (error) => {
          onSlot(null, messageOf(error, m.booking_failed_text()));
          void cache.invalidateQueries({ queryKey: ["schedule", "slots"] });
        },
      },
    );
  }

  const calendar = (
    <Stack gap="l">
      {heading}
      <Calendar zone={zone} onZone={onZone} chosen={slot} onChoose={onSlot} />
    </Stack>
  );
  return (
    <>
      {aside ? (
        <Wide split>
          {calendar}
          {aside}
        </Wide>
      ) : (
        <Column>{calendar}</Column>
      )}
      <BottomBar>
        <Stack gap="s">
          {problem && (
            <Banner tone="danger" title={m.booking_taken()}>
              {problem}
            </Banner>
          )}
          {slot && (
            <Text size="small" strong num role="status">
              {formatAppointmentIn(zone, slot)}
            </Text>
          )}
          <Button full busy={holding.isPending} aria-disabled={slot === null} onClick={() => slot && goOn(slot)}>
            {m.booking_continue()}
          </Button>
        </Stack>
      </BottomBar>
    </>
  );
}
