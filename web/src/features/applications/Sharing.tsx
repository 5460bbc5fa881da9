import { use, useId, useState } from "react";
import type { Application, Shares } from "#/api/applications.queries.ts";
import { formatDate } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { ShareSwitches } from "#/ui/ShareSwitches/ShareSwitches.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { ActButton, ActContext, ActFailure } from "./ActButton.tsx";
import type { PartProps } from "./ApplicationForms.tsx";

export function Sharing({ application, send, busy, shares }: PartProps & { shares: Shares & { until: string } }) {
  const { video, words, score, quickAnswers } = shares;
  const employer = application.employer.name;
  const by = useId();
  const { press } = use(ActContext);
  return (
    <TitledCard title={m.applications_share()}>
      {application.turn !== null && !video && !words && <Text strong>{m.applications_share_nothing({ employer })}</Text>}
      <ShareSwitches
        shares={{ video, words, score, quickAnswers }}
        busy={busy}
        detail={(kind, on) => sharedNow(kind, on, application)}
        onChange={(next) => {
          press(by);
          send({ kind: "shares", shares: next });
        }}
      />
      <ActFailure by={by} />
      <Text size="small" quiet>
        {m.applications_share_text({ employer, day: formatDate(shares.until) })}
      </Text>
    </TitledCard>
  );
}

/** What was shared has ended, and the employer still needs it. */
export function ShareAgain({ application, send, busy }: PartProps) {
  const [shares, setShares] = useState(() => sharesToBegin(application));
  const opens = shares.video || shares.words;
  return (
    <TitledCard title={m.applications_share()}>
      <Text strong>{m.applications_share_over({ employer: application.employer.name })}</Text>
      <NewConsent application={application} shares={shares} onChange={setShares} />
      <ActButton full busy={busy} aria-disabled={!opens || undefined} onClick={() => opens && send({ kind: "shares", shares })}>
        {m.applications_share_again()}
      </ActButton>
    </TitledCard>
  );
}

/** What the candidate agrees to share with the employer from now on, and until when. */
export function NewConsent({ application, shares, onChange }: { application: Application; shares: Shares; onChange: (shares: Shares) => void }) {
  const employer = application.employer.name;
  return (
    <Stack gap="xs">
      <Text strong>{m.applications_they_see()}</Text>
      <ShareSwitches shares={shares} detail={(kind, on) => sharedNow(kind, on, application)} onChange={onChange} />
      {!shares.video && !shares.words && (
        <Text size="small" role="status">
          {m.applications_look_nothing()}
        </Text>
      )}
      <Text size="small" quiet>
        {m.applications_share_until({ employer, day: formatDate(application.shareUntil) })}
      </Text>
    </Stack>
  );
}

/** What a switch says: that the employer has it, or that it stays hidden. */
function sharedNow(kind: keyof Shares, on: boolean, { scoreDeclined }: Application): string {
  if (kind === "video") return on ? m.applications_share_video() : m.applications_share_off();
  if (kind === "words") return on ? m.applications_share_words() : m.applications_share_off();
  if (kind === "score" && scoreDeclined) return m.applications_share_score_none();
  if (kind === "score") return on ? m.applications_share_score() : m.applications_share_score_off();
  return on ? m.applications_share_quick() : m.applications_share_off();
}

/** Whether the employer can look at answers now. */
export function opensAnswers({ shares }: Application): boolean {
  return shares !== null && shares.active && (shares.video || shares.words);
}

/** Returns what was shared last; everything, like a new application, if that opens no answer. */
export function sharesToBegin({ shares }: Application): Shares {
  if (!shares || !(shares.video || shares.words)) return { video: true, words: true, score: true, quickAnswers: true };
  return { video: shares.video, words: shares.words, score: shares.score, quickAnswers: shares.quickAnswers };
}
