import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, messageOf } from "#/api/errors.ts";
import { bookingQuery, cancelBooking, moveBooking } from "#/api/schedule.queries.ts";
import type { Booking } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState, type Retry } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Appointment } from "./Booked.tsx";
import { Calendar } from "./Calendar.tsx";

/** A booking, opened by the link in the email: view, change, cancel. */
export function YourBooking({ bookingKey }: { bookingKey: string }) {
  return (
    <Column>
      <QueryState query={useQuery(bookingQuery(bookingKey))} loading={<PageSpinner />} failed={notOpened}>
        {(booking) => <Open booking={booking} />}
      </QueryState>
    </Column>
  );
}

function notOpened(error: unknown, retry: Retry) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <Empty level={1} art="compass" title={m.booking_unknown()} text={m.booking_unknown_text()}>
        <Button full="phone" href="/book">
          {m.booking_book_new()}
        </Button>
      </Empty>
    );
  }
  return (
    <Empty level={1} art="compass" title={m.booking_failed()} text={m.booking_failed_text()}>
      <Button full="phone" {...retry}>
        {m.ui_retry()}
      </Button>
    </Empty>
  );
}

type View = "look" | "move" | "cancel";

function Open({ booking }: { booking: Booking }) {
  const [view, setView] = useState<View>("look");
  const back = () => setView("look");
  if (view === "move") return <MoveTo booking={booking} onDone={back} />;
  return (
    <Stack gap="l">
      <Heading level={1} autoFocus key={booking.state}>
        {booking.state === "cancelled" ? m.booking_cancelled() : m.booking_yours()}
      </Heading>
      <Appointment booking={booking} />
      {booking.state === "cancelled" && (
        <Button full="phone" href="/book">
          {m.booking_book_new()}
        </Button>
      )}
      {booking.state !== "cancelled" && !booking.changeable && <Text quiet>{m.booking_over()}</Text>}
      {booking.changeable && view === "look" && (
        <Stack gap="s">
          <Button full onClick={() => setView("move")}>
            {m.booking_move()}
          </Button>
          <Button full variant="second" onClick={() => setView("cancel")}>
            {m.booking_cancel()}
          </Button>
        </Stack>
      )}
      {view === "cancel" && <ReallyCancel booking={booking} onDone={back} />}
    </Stack>
  );
}

function ReallyCancel({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const cancelling = useMutation(cancelBooking);
  const cancel = () => cancelling.mutate(booking.key, { onSuccess: onDone });
  return (
    <Stack gap="s">
      <Heading level={2} size={3} autoFocus>
        {m.booking_cancel_sure()}
      </Heading>
      {cancelling.isError && <Refused error={cancelling.error} />}
      <Button full busy={cancelling.isPending} onClick={cancel}>
        {m.booking_cancel_yes()}
      </Button>
      <TextLink center onClick={onDone}>
        {m.booking_cancel_no()}
      </TextLink>
    </Stack>
  );
}

function MoveTo({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const cache = useQueryClient();
  const [zone, setZone] = useState(booking.zone);
  const [slot, setSlot] = useState<string | null>(null);
  const moving = useMutation(moveBooking);
  const move = (startsAt: string) =>
    moving.mutate(
      { key: booking.key, startsAt },
      {
        onSuccess: onDone,
        onError: () => {
          setSlot(null);
          void cache.invalidateQueries({ queryKey: ["schedule", "slots"] });
        },
      },
    );
  return (
    <Stack gap="l">
      <Heading level={1} autoFocus>
        {m.booking_move_title()}
      </Heading>
      <Calendar zone={zone} onZone={setZone} chosen={slot} onChoose={setSlot} />
      {moving.isError && <Refused error={moving.error} />}
      <div>
        <Button full busy={moving.isPending} aria-disabled={slot === null} onClick={() => slot && move(slot)}>
          {m.booking_move_submit()}
        </Button>
        <TextLink center onClick={onDone}>
          {m.booking_keep()}
        </TextLink>
      </div>
    </Stack>
  );
}

function Refused({ error }: { error: unknown }) {
  return (
    <Banner tone="danger" title={m.booking_not_changed()}>
      {messageOf(error, m.booking_failed_text())}
    </Banner>
  );
}
