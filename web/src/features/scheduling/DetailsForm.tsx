import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { ApiError, messageOf } from "#/api/errors.ts";
import { createBooking } from "#/api/schedule.queries.ts";
import type { Booking } from "#/api/types.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { m } from "#/messages.gen/messages.js";
import { formatZone } from "#/format/zones.ts";
import { pageLanguage } from "#/platform/language.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { anyText, email, type Rules, text, type Texts } from "#/ui/form/rules.ts";
import { useForm } from "#/ui/form/useForm.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Fact, Facts } from "#/ui/CheckList/CheckList.tsx";
import type { Asked } from "./query.ts";

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
  /** Back to the calendar: with the slot, or with the reason why it is unavailable. */
  onBack: (slot: string | null, problem: string | null) => void;
  onBooked: (booking: Booking) => void;
}

/** The name and contact details for a booking. The slot is held while the form is open. */
export function DetailsForm({ asked, slot, hold, zone, onBack, onBooked }: DetailsFormProps) {
  const { form, submit, problem } = useBookingForm({ asked, slot, hold, zone, onBack, onBooked });
  return (
    <Column>
      <form {...form.on(submit)}>
        <Stack gap="l">
          <Stack gap="s">
            <Heading level={1} autoFocus>
              {m.booking_details()}
            </Heading>
            <Facts size="body">
              <Fact icon={CalendarClock}>
                <Text as="span" strong num>
                  {formatAppointmentIn(zone, slot)}
                </Text>
              </Fact>
            </Facts>
            <Text size="small" quiet>
              {m.booking_zone_now({ zone: formatZone(zone) })}
            </Text>
          </Stack>
          <Field label={m.booking_name()} autoComplete="name" {...form.field("name")} />
          <EmailField label={m.booking_email()} hint={m.booking_email_hint()} autoComplete="email" {...form.field("email")} />
          <Field label={m.booking_phone()} hint={m.booking_phone_hint()} type="tel" autoComplete="tel" {...form.field("phoneNumber")} />
          {problem && (
            <Banner tone="danger" title={m.booking_not_booked()}>
              {problem}
            </Banner>
          )}
          <div>
            <Button full type="submit" busy={form.busy}>
              {m.booking_submit()}
            </Button>
            <TextLink center onClick={() => onBack(slot, null)}>
              {m.booking_other_time()}
            </TextLink>
          </div>
        </Stack>
      </form>
    </Column>
  );
}

function useBookingForm({ asked, slot, hold, zone, onBack, onBooked }: DetailsFormProps) {
  const cache = useQueryClient();
  const { mutateAsync } = useMutation(createBooking);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm(RULES, { name: asked.name, email: asked.email, phoneNumber: asked.phone });

  async function submit({ phoneNumber, ...person }: Details): Promise<void> {
    setProblem(null);
    try {
      const phone = phoneNumber ? { phoneNumber } : {};
      onBooked(await mutateAsync({ startsAt: slot, zone, hold, language: pageLanguage(), ...person, ...phone }));
    } catch (error) {
      const reason = messageOf(error, m.booking_failed_text());
      if (error instanceof ApiError && (error.code === "slot_taken" || error.code === "slot_past")) {
        void cache.invalidateQueries({ queryKey: ["schedule", "slots"] });
        return onBack(null, reason);
      }
      setProblem(reason);
      if (error instanceof ApiError) form.setErrors(error.fields);
    }
  }
  return { form, submit, problem };
}
