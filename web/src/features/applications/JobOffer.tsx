import { useId } from "react";
import { formatLeaf } from "#/format/calendar.ts";
import { formatCalendarDay } from "#/format/due.ts";
import { formatDollars } from "#/format/pay.ts";
import { m } from "#/messages.gen/messages.js";
import { Art } from "#/ui/Art/Art.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Pay } from "#/ui/Pay/Pay.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { type PartProps, Sure } from "./ApplicationForms.tsx";
import styles from "./JobOffer.module.css";

/** The best moment: the job that the candidate is offered, or has. */
export function JobOffer({ application, send, busy }: PartProps) {
  const title = useId();
  const { offer, employer } = application;
  if (!offer) return null;
  const hired = application.stage === "hired";
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
            <Text>{offer.firstShift}</Text>
            <Text quiet>{offer.place}</Text>
          </div>
        </div>
        {offer.bring && <Text className={styles.bring}>{m.applications_offer_bring({ things: offer.bring })}</Text>}
        {!hired && (
          <Stack gap="s">
            <Button full busy={busy} onClick={() => send({ kind: "offer", accept: true })}>
              {m.applications_offer_accept({ pay: formatDollars(offer.pay) })}
            </Button>
            <Sure
              open={m.applications_offer_refuse()}
              text={m.applications_offer_refuse_text()}
              busy={busy}
              onSure={() => send({ kind: "offer", accept: false })}
            />
          </Stack>
        )}
      </Stack>
    </Card>
  );
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
