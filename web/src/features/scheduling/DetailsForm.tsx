import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { ApiError, messageOf } from "#/api/errors.ts";
import { createBooking } from "#/api/schedule.queries.ts";
import type { Booking } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { pageLanguage } from "#/platform/language.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { anyText, email, type Rules, text, type Texts } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Fact, Facts } from "#/ui/Ticks/Ticks.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import type { Asked } from "./query.ts";
import { dayOf, timeOf, zoneInWords } from "./times.ts";

type Details = Texts<"name" | "email" | "phoneNumber">;

const RULES: Rules<keyof Details> = {
  name: text(() => m.booking_name_required()),
  email: email(
    () => m.booking_email_required(),
    () => m.booking_email_wrong(),
  ),
  phoneNumber: anyText,
};

interface DetailsFormProps {
  asked: Asked;
  slot: string;
  hold: string;
  zone: string;
  onBack: (stillFree: boolean) => void;
  onBooked: (booking: Booking) => void;
}

/** Who comes, and where to write. The slot is held meanwhile. */
export function DetailsForm({ asked, slot, hold, zone, onBack, onBooked }: DetailsFormProps) {
  const { form, submit } = useBookingForm({ asked, slot, hold, zone, onBack, onBooked });
  return (
    <Column>
      <form {...form.on(submit)}>
        <Stack gap="l">
          <Stack gap="s">
            <Heading level={1} autoFocus>{m.booking_details()}</Heading>
            <Facts size="body">
              <Fact icon={CalendarClock}>
                <Text as="span" strong num>
                  {m.booking_chosen({ day: dayOf(slot, zone), time: timeOf(slot, zone) })}
                </Text>
              </Fact>
            </Facts>
            <Text size="small" quiet>{m.booking_zone_now({ zone: zoneInWords(zone) })}</Text>
          </Stack>
          <Field label={m.booking_name()} autoComplete="name" {...form.field("name")} />
          <Field label={m.booking_email()} hint={m.booking_email_hint()} type="email" autoComplete="email" {...form.field("email")} />
          <Field label={m.booking_phone()} hint={m.booking_phone_hint()} type="tel" autoComplete="tel" {...form.field("phoneNumber")} />
          <div>
            <Button full type="submit" busy={form.busy}>
              {m.booking_submit()}
            </Button>
            <TextLink center onClick={() => onBack(true)}>{m.booking_other_time()}</TextLink>
          </div>
        </Stack>
      </form>
    </Column>
  );
}

function useBookingForm({ asked, slot, hold, zone, onBack, onBooked }: DetailsFormProps) {
  const cache = useQueryClient();
  const { mutateAsync } = useMutation(createBooking);
  const form = useForm(RULES, { name: asked.name, email: asked.email, phoneNumber: asked.phone });

  async function submit({ phoneNumber, ...person }: Details): Promise<void> {
    try {
      const phone = phoneNumber ? { phoneNumber } : {};
      onBooked(await mutateAsync({ startsAt: slot, zone, hold, language: pageLanguage(), ...person, ...phone }));
    } catch (error) {
      toast({ title: m.booking_not_booked(), description: messageOf(error, m.booking_failed_text()), tone: "danger" });
      if (!(error instanceof ApiError)) return;
      form.object(error.fields);
      if (error.code !== "slot_taken" && error.code !== "slot_past") return;
      void cache.invalidateQueries({ queryKey: ["schedule", "slots"] });
      onBack(false);
    }
  }
  return { form, submit };
}
