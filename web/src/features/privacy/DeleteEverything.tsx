import { useMutation, useQuery } from "@tanstack/react-query";
import { messageOf } from "#/api/errors.ts";
import { erasureQuery, stopErasure } from "#/api/privacy.queries.ts";
import { type OwnData, startErasure } from "./queries.ts";
import { formatAppointmentIn } from "#/format/calendar.ts";
import { formatLongDate } from "#/format/dates.ts";
import { formatCalendarDay } from "#/format/due.ts";
import { formatSpan } from "#/format/share.ts";
import { inSentence } from "#/format/sentences.ts";
import { m } from "#/messages.gen/messages.js";
import { pathTo } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Callout } from "#/ui/Callout/Callout.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { ConfirmedAction } from "./ConfirmedAction.tsx";

const DAY_MS = 86_400_000;

/** Deletes the account and everything with it, after days in which it can be taken back. */
export function DeleteEverything({ data: { retention, commitments } }: { data: OwnData }) {
  const start = useMutation(startErasure);
  const stop = useMutation(stopErasure);
  const problem = start.error ?? stop.error;
  const days = formatSpan(24 * retention.undoDays);
  const held = heldLonger(retention);

  function keep(): void {
    start.reset();
    void stop.mutateAsync().then(
      () => toast({ title: m.privacy_all_kept(), tone: "good" }),
      () => undefined,
    );
  }

  return (
    <TitledCard title={m.privacy_all()}>
      {problem && (
        <Banner tone="danger" title={m.privacy_delete_failed()}>
          {messageOf(problem, m.privacy_failed())}
        </Banner>
      )}
      <QueryState query={useQuery(erasureQuery)} failed={m.privacy_failed()}>
        {({ pending }) =>
          pending ? (
            <>
              <Text role="status" strong>
                {m.privacy_all_planned({ day: formatLongDate(`${pending.day}T12:00:00`) })}
              </Text>
              <Text>{pending.heldUntil ? m.privacy_all_held() : m.privacy_all_planned_text()}</Text>
              <CountedOn commitments={commitments} />
              <Button full="phone" busy={stop.isPending} onClick={keep}>
                {m.privacy_all_undo()}
              </Button>
            </>
          ) : (
            <>
              <Text>{held === null ? m.privacy_all_text({ days }) : m.privacy_all_text_held({ day: held })}</Text>
              <ConfirmedAction
                open={m.privacy_all()}
                title={m.privacy_all_title()}
                text={held === null ? m.privacy_all_sure({ days }) : m.privacy_all_sure_held({ day: held })}
                onConfirm={() => {
                  stop.reset();
                  return start.mutateAsync();
                }}
              >
                <CountedOn commitments={commitments} />
              </ConfirmedAction>
            </>
          )
        }
      </QueryState>
    </TitledCard>
  );
}

/** The day until which a legal hold keeps everything, if that is after the days in which deleting can be taken back. */
function heldLonger({ heldUntil, undoDays }: OwnData["retention"]): string | null {
  if (heldUntil === null || Date.parse(heldUntil) <= Date.now() + undoDays * DAY_MS) return null;
  return formatLongDate(heldUntil);
}

/** What employers count on, and what deleting does to it. */
function CountedOn({ commitments }: { commitments: OwnData["commitments"] }) {
  return commitments.map((one) => (
    <Callout key={one.applicationId}>
      <Text>{formatCommitment(one)}</Text>
      {one.kind === "hired" && <TextLink href={pathTo("/application", { id: one.applicationId })}>{m.privacy_all_tell({ employer: one.employer })}</TextLink>}
    </Callout>
  ));
}

function formatCommitment({ kind, employer, title, startOn, meetsAt, zone, contact }: OwnData["commitments"][number]): string {
  switch (kind) {
    case "hired": {
      const words = { employer, title, day: formatCalendarDay(startOn ?? "") };
      return contact ? m.privacy_all_hired(words) : m.privacy_all_hired_closed(words);
    }
    case "offer":
      return m.privacy_all_offer({ employer, title });
    case "meeting":
      return m.privacy_all_meeting({ employer, when: inSentence(formatAppointmentIn(zone ?? "UTC", meetsAt ?? "")) });
  }
}
