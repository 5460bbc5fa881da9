import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { holdSlot } from "#/api/schedule.queries.ts";
import type { Booking } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { homeZone } from "#/platform/clock.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Dock } from "#/ui/Dock/Dock.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { Booked } from "./Booked.tsx";
import { Calendar } from "./Calendar.tsx";
import { DetailsForm } from "./DetailsForm.tsx";
import type { Asked } from "./query.ts";
import { dayOf, timeOf } from "./times.ts";

type Step =
  | { at: "pick"; slot: string | null; hold: string | null }
  | { at: "details"; slot: string; hold: string }
  | { at: "booked"; booking: Booking };

/** The booking page: a time, then who comes, then the word that it is booked. `onBooked` may go elsewhere. */
export function Book({ asked, onBooked }: { asked: Asked; onBooked: (booking: Booking) => void }) {
  const [zone, setZone] = useState(homeZone);
  const [step, setStep] = useState<Step>({ at: "pick", slot: asked.slot, hold: null });
  switch (step.at) {
    case "pick":
      return (
        <Pick
          zone={zone}
          onZone={setZone}
          slot={step.slot}
          hold={step.hold}
          onSlot={(slot) => setStep({ ...step, slot })}
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
          onBack={(stillFree) => setStep({ at: "pick", slot: stillFree ? step.slot : null, hold: step.hold })}
          onBooked={(booking) => {
            setStep({ at: "booked", booking });
            onBooked(booking);
          }}
        />
      );
    case "booked":
      return <Booked booking={step.booking} />;
    default:
      return step satisfies never;
  }
}

interface PickProps {
  zone: string;
  onZone: (zone: string) => void;
  slot: string | null;
  /** What holds the slot that was chosen before; it is let go for the new one. */
  hold: string | null;
  onSlot: (slot: string | null) => void;
  onHeld: (slot: string, hold: string) => void;
}

function Pick({ zone, onZone, slot, hold, onSlot, onHeld }: PickProps) {
  const cache = useQueryClient();
  const holding = useMutation(holdSlot);

  function goOn(startsAt: string): void {
    holding.mutate(
      { startsAt, zone, ...(hold && { instead: hold }) },
      {
        onSuccess: ({ key }) => onHeld(startsAt, key),
        onError: (error) => {
          onSlot(null);
          toast({ title: m.booking_taken(), description: messageOf(error, m.booking_failed_text()), tone: "danger" });
          void cache.invalidateQueries({ queryKey: ["schedule", "slots"] });
        },
      },
    );
  }

  return (
    <>
      <Column>
        <Stack gap="l">
          <Stack gap="xs">
            <Heading level={1}>{m.booking_title()}</Heading>
            <Text quiet>{m.booking_lead()}</Text>
          </Stack>
          <Calendar zone={zone} onZone={onZone} chosen={slot} onChoose={onSlot} />
        </Stack>
      </Column>
      <Dock>
        {slot && (
          <Text size="small" strong num role="status">
            {m.booking_chosen({ day: dayOf(slot, zone), time: timeOf(slot, zone) })}
          </Text>
        )}
        <Button full busy={holding.isPending} aria-disabled={slot === null} onClick={() => slot && goOn(slot)}>
          {m.booking_continue()}
        </Button>
      </Dock>
    </>
  );
}
