import { useId } from "react";
import { formatLeaf } from "#/format/calendar.ts";
import { formatCalendarDay } from "#/format/due.ts";
import { formatDollars } from "#/format/pay.ts";
import { calendarDate } from "#/format/zones.ts";
import { keepTimes } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { AddToCalendar } from "./AddToCalendar.tsx";
import { type PartProps, InlineConfirm } from "./ApplicationForms.tsx";
import styles from "./JobOffer.module.css";

/** The best moment: the job that the candidate is offered, or has. */
export function JobOffer({ application, send, busy }: PartProps) {
  const title = useId();
  const { offer, employer, zone } = application;
  if (!offer) return null;
  const hired = application.stage === "hired";
  const isPast = offer.startOn < calendarDate(zone, new Date());
  return (
    <Card as="section" aria-labelledby={title} className={styles.offer}>
      <div className={styles.sky}>
        <Art name="sun" size="xl" className={styles.sun} />
      </div>
      <Stack>
        <Stack gap="xs">
          <Heading level={2} id={title} className={styles.title}>
            {hired ? m.applications_hired() : m.applications_offer({ employer: employer.name })}
          </Heading>
          {hired && isAhead(offer.startOn) && <Text>{m.applications_hired_text({ employer: employer.name })}</Text>}
          <Pay low={offer.pay} high={offer.pay} big />
        </Stack>
        <div className={styles.first}>
          <Leaf date={offer.startOn} />
          <div>
            <Text strong>{m.applications_offer_start({ day: formatCalendarDay(offer.startOn) })}</Text>
            <Text>{keepTimes(offer.firstShift)}</Text>
            <Text quiet>{offer.place}</Text>
          </div>
        </div>
        {offer.bring && <Text className={styles.bring}>{m.applications_offer_bring({ things: offer.bring })}</Text>}
        {hired && isAhead(offer.startOn) && <AddToCalendar application={application} />}
        {!hired && (
          <Stack gap="s">
            {isPast && <Text strong>{m.applications_offer_start_passed({ employer: employer.name })}</Text>}
            {offer.answerBy && <Text strong>{formatAnswerBy(offer.answerBy, zone)}</Text>}
            <InlineConfirm
              open={m.applications_offer_accept({ pay: formatDollars(offer.pay) })}
              text={
                isPast
                  ? m.applications_offer_accept_passed({ employer: employer.name })
                  : m.applications_offer_accept_text({ employer: employer.name, day: formatCalendarDay(offer.startOn) })
              }
              main={{ yes: m.applications_offer_accept_sure(), no: m.applications_offer_accept_back() }}
              busy={busy}
              onConfirm={() => send({ kind: "offer", accept: true })}
            />
            <InlineConfirm
              open={m.applications_offer_refuse()}
              text={m.applications_offer_refuse_text()}
              busy={busy}
              onConfirm={() => send({ kind: "offer", accept: false })}
            />
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

/** By when the employer asked for an answer, and that it can still be given after that day. */
function formatAnswerBy(answerBy: string, zone: string): string {
  const day = formatCalendarDay(answerBy);
  return answerBy < calendarDate(zone, new Date()) ? m.applications_offer_overdue({ day }) : m.applications_offer_answer_by({ day });
}

function isAhead(date: string): boolean {
  return Date.parse(`${date}T23:59:59`) > Date.now();
}

/** The day as a leaf of a calendar. Decorative: the text next to it names the day. */
function Leaf({ date }: { date: string }) {
  const { month, day } = formatLeaf(date);
  return (
    <span aria-hidden="true" className={styles.leaf}>
      <span className={styles.month}>{month}</span>
      <span className={styles.day}>{day}</span>
    </span>
  );
}
