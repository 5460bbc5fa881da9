import { Clock, MessageSquareText, Mic, Scale, Send, UserRound, Video, type LucideIcon } from "lucide-react";
import type { Ref } from "react";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Tick, CheckList } from "#/ui/CheckList/CheckList.tsx";
import styles from "./ConsentForm.module.css";

/** The current consent text's version, and how long recordings and records of decisions are kept. */
export type Terms =
  | { state: "loading" }
  | { state: "failed"; retry: () => void }
  | ({ state: "ready"; version: string; retentionDays: number; recordYears: number; notices: string[]; receipt?: string | null } & Helpers);

/** The outside providers that process text and audio; null if there are none. */
interface Helpers {
  modelHost: string | null;
  /** Whether spoken answers are transcribed. */
  transcribes: boolean;
  transcriberHost: string | null;
  /** Whether hiring staff may watch live. */
  watchedLive: boolean;
}

type ConsentCardProps = {
  terms: Terms;
  /** The box that must be checked. */
  box: Ref<HTMLInputElement>;
  recording: boolean;
  /** Whether to say that the box is missing. */
  missing: boolean;
  onRecording: (agreed: boolean) => void;
  aiScoring: boolean;
  onAiScoring: (wanted: boolean) => void;
};

/** Explains what is recorded, what the AI does, who sees it, for how long, and how to request a human review. */
export function ConsentCard({ terms, box, recording, missing, onRecording, aiScoring, onAiScoring }: ConsentCardProps) {
  return (
    <Card as="section">
      <Stack gap="m">
        <Heading level={2}>{m.interview_consent_title()}</Heading>
        <Notice terms={terms} />
        <p>
          <TextLink outside="/how-ai-is-used">{m.privacy_more_ai()}</TextLink>
        </p>
        <div>
          <OptionCard
            type="checkbox"
            bare
            label={m.interview_consent_agree_ai()}
            detail={m.interview_consent_agree_ai_detail()}
            checked={aiScoring}
            onChange={(event) => onAiScoring(event.currentTarget.checked)}
          />
          <OptionCard
            ref={box}
            type="checkbox"
            bare
            label={m.interview_consent_agree_record()}
            detail={m.interview_consent_agree_record_detail()}
            checked={recording}
            aria-invalid={missing}
            aria-describedby={missing ? MISSING : undefined}
            onChange={(event) => onRecording(event.currentTarget.checked)}
          />
          {missing && (
            <p id={MISSING} role="alert" className={styles.missing}>
              <b>{m.interview_toast_required_title()}</b>
              {". "}
              {m.interview_consent_missing()}
            </p>
          )}
        </div>
      </Stack>
    </Card>
  );
}

const MISSING = "consent-missing";

/** The purpose of the page. */
export function Lead() {
  return (
    <Stack gap="xs">
      <Heading level={1} autoFocus>
        {m.interview_prep_title()}
      </Heading>
      <Text quiet>{m.interview_prep_lead()}</Text>
    </Stack>
  );
}

/** The terms of the consent, as far as they are loaded. */
export function Notice({ terms }: { terms: Terms }) {
  if (terms.state === "failed") {
    return (
      <Banner tone="danger">
        <p>{m.interview_consent_failed()}</p>
        <TextLink onClick={terms.retry}>{m.interview_try_again()}</TextLink>
      </Banner>
    );
  }
  const known = terms.state === "ready" ? terms : null;
  return (
    <CheckList>
      <Point icon={Video} name={m.interview_consent_record_name()} text={m.interview_consent_record_text()} />
      <Point icon={MessageSquareText} name={m.interview_consent_ai_name()} text={m.interview_consent_ai_text()} />
      {known ? (
        <HelperPoints {...known} />
      ) : (
        // Reserves the place of the usual text, unseen because it may not be true here.
        <Tick icon={Mic}>
          <span className={styles.unseen}>{m.interview_consent_voice_here()}</span>
        </Tick>
      )}
      <Point
        icon={UserRound}
        name={m.interview_consent_who_name()}
        text={known?.watchedLive ? m.interview_consent_who_text_live() : m.interview_consent_who_text()}
      />
      {/* The text around the periods is there at once, so that nothing moves when they arrive. */}
      <Point
        icon={Clock}
        name={m.interview_consent_long_name()}
        text={m.interview_consent_long_text({ days: known?.retentionDays ?? "…", years: known?.recordYears ?? "…" })}
      />
      {known?.notices.map((text) => (
        <Tick key={text} icon={Scale}>
          {text}
        </Tick>
      ))}
    </CheckList>
  );
}

/** Explains where text and audio are sent. Promises that audio stays here only where no outside provider gets it. */
function HelperPoints({ modelHost: host, transcribes, transcriberHost }: Helpers) {
  return (
    <>
      {host && (
        <Point
          icon={Send}
          name={m.interview_consent_host_name()}
          text={transcriberHost ? m.interview_consent_host_text_heard({ host }) : m.interview_consent_host_text({ host })}
        />
      )}
      {transcribes && (
        <Point
          icon={Mic}
          name={m.interview_consent_voice_name()}
          text={transcriberHost ? m.interview_consent_voice_host({ host: transcriberHost }) : m.interview_consent_voice_here()}
        />
      )}
    </>
  );
}

function Point({ icon, name, text }: { icon: LucideIcon; name: string; text: string }) {
  return (
    <Tick icon={icon}>
      <b>{name}</b> {text}
    </Tick>
  );
}
