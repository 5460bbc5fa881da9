import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { assignReviewer, endLink, shareWith, type Sharing, sharingQuery } from "#/api/deskPerson.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { formatDayIn, formatTimeIn } from "#/format/calendar.ts";
import { zoneAbbreviation } from "#/format/zones.ts";
import { m } from "#/messages.gen/messages.js";
import { homeZone } from "#/platform/zone.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { EmailField } from "#/ui/Field/EmailField.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import styles from "./Sharing.module.css";

/** Asks colleagues for their opinion: assigned reviewers, or a link for one person. Closed at first. */
export function SharingPanel({ id, name }: { id: string; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure plain className={styles.panel} label={m.desk_person_share_title()} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {open && <Panel id={id} name={name} />}
    </Disclosure>
  );
}

function Panel({ id, name }: { id: string; name: string }) {
  const query = useQuery({ ...sharingQuery(id), staleTime: 0 });
  const cache = useQueryClient();
  const [sent, setSent] = useState(0);
  const {
    mutateAsync,
    error: failure,
    isPending: busy,
  } = useMutation({
    mutationFn: (work: () => Promise<Sharing>) => work(),
    onSuccess: (sharing) => cache.setQueryData(sharingQuery(id).queryKey, sharing),
  });
  const fields = failure instanceof ApiError ? failure.fields : {};
  const error = failure && Object.keys(fields).length === 0 ? messageOf(failure, m.desk_person_not_saved()) : null;
  const change = (work: () => Promise<Sharing>, done?: () => void) =>
    void mutateAsync(work).then(
      () => done?.(),
      () => undefined,
    );
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const to = { name: text(form, "name"), email: text(form, "email") };
    change(
      () => shareWith(id, to),
      () => {
        setSent(sent + 1);
        toast({ title: m.desk_person_share_sent({ name: to.name }), tone: "good" });
      },
    );
  };
  return (
    <QueryState query={query} failed={m.desk_person_share_failed()}>
      {({ reviewers, links }) => (
        <Stack>
          {reviewers.length > 0 && (
            <Stack as="ul" gap="xs" className={styles.list}>
              {reviewers.map((one) => (
                <li key={one.id} className={styles.row}>
                  <span>{one.name}</span>
                  <Button
                    variant="second"
                    size="small"
                    busy={busy}
                    aria-label={one.assigned ? m.desk_person_share_unassign_name({ name: one.name }) : m.desk_person_share_assign_name({ name: one.name })}
                    onClick={() => change(() => assignReviewer(id, one.id, !one.assigned))}
                  >
                    {one.assigned ? m.desk_person_share_unassign() : m.desk_person_share_assign()}
                  </Button>
                </li>
              ))}
            </Stack>
          )}
          {links.length > 0 && (
            <Stack as="ul" gap="xs" className={styles.list}>
              {links.map((one) => (
                <li key={one.id} className={styles.row}>
                  <span>
                    {one.name}{" "}
                    <Text as="span" size="small" quiet>
                      {m.desk_person_share_until({ time: formatDeadline(one.expiresAt) })}
                    </Text>
                  </span>
                  <Button
                    variant="second"
                    size="small"
                    busy={busy}
                    aria-label={m.desk_person_share_end_name({ name: one.name })}
                    onClick={() => change(() => endLink(id, one.id))}
                  >
                    {m.desk_person_share_end()}
                  </Button>
                </li>
              ))}
            </Stack>
          )}
          <form key={sent} onSubmit={send} noValidate>
            <Stack gap="s">
              <Text size="small" quiet>
                {m.desk_person_share_text({ name })}
              </Text>
              <Field label={m.desk_person_share_name()} name="name" autoComplete="off" error={fields.name} />
              <EmailField label={m.desk_person_share_email()} name="email" autoComplete="off" error={fields.email} />
              {error && (
                <Text size="small" role="alert">
                  {error}
                </Text>
              )}
              <Button type="submit" variant="second" size="small" busy={busy}>
                {m.desk_person_share_send()}
              </Button>
            </Stack>
          </form>
        </Stack>
      )}
    </QueryState>
  );
}

function text(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** When a review link ends: "Tuesday, March 3, 9:00 AM EST", always with the zone. */
export function formatDeadline(moment: string): string {
  const zone = homeZone();
  const time = `${formatTimeIn(zone, moment)} ${zoneAbbreviation(zone, new Date(moment))}`;
  return m.booking_chosen({ day: formatDayIn(zone, moment), time });
}
