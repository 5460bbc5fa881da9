import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { deskSessionQuery, placeOfZipQuery } from "#/api/deskSession.queries.ts";
import { signOnAddress, signOnOnly } from "#/api/deskSingleSignOn.queries.ts";
import { ApiError, messageOf } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { leaveTo } from "#/platform/page.ts";
import { productName } from "#/platform/product.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Due, type DueState } from "#/ui/Due/Due.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./SignInLayout.module.css";

type SignInLayoutProps = {
  title: string;
  text?: ReactNode;
  /** Beside the form where there is room, else below it. */
  beside?: ReactNode;
  children: ReactNode;
};

/** One step of signing in, over the rising sun. */
export function SignInLayout({ title, text, beside, children }: SignInLayoutProps) {
  return (
    <div className={styles.page}>
      <Wide className={styles.door}>
        <Stack className={styles.pass}>
          <Stack gap="xs">
            <Heading level={1} key={title} autoFocus>
              {title}
            </Heading>
            {text && <Text quiet>{text}</Text>}
          </Stack>
          {children}
          <div>
            <TextLink outside="/privacy">{m.ui_privacy_notice()}</TextLink>
          </div>
        </Stack>
        {beside && <div className={styles.beside}>{beside}</div>}
      </Wide>
      <div aria-hidden="true" className={styles.counter}>
        <div className={styles.disc} />
        <Samples />
      </div>
    </div>
  );
}

const SAMPLES: readonly { name: string; words: () => string; state: DueState; due: () => string }[] = [
  { name: "Jamal", words: m.desk_in_sample_prep, state: "half", due: m.desk_person_due_today },
  { name: "Rosa", words: m.desk_in_sample_closing, state: "low", due: m.desk_person_due_tomorrow },
  { name: "Grace", words: m.desk_in_sample_open, state: "up", due: m.desk_in_sample_friday },
];

/** What waits behind the door: people, their words and when they are to hear, as sheets of paper over the sun. */
function Samples() {
  return (
    <div className={styles.samples}>
      {SAMPLES.map(({ name, words, state, due }) => (
        <Card key={name} className={styles.sample}>
          <Text strong>{name}</Text>
          <Due state={state}>{due()}</Due>
          <Text size="small" className={styles.words}>
            {m.desk_person_quote({ quote: words() })}
          </Text>
        </Card>
      ))}
      <Text size="small">{m.desk_in_sample_note()}</Text>
    </div>
  );
}

/** Why the member has to sign in again. */
export function Ended() {
  const { data } = useQuery(deskSessionQuery);
  if (data?.state !== "signed-out" || !data.ended) return null;
  return <Banner tone="plain">{data.ended === "expired" ? m.desk_in_expired() : m.desk_in_revoked({ product: productName() })}</Banner>;
}

/** The error of a form's request, above its button. */
export function Refusal({ error }: { error: Error | null }) {
  const employer = signOnOnly(error);
  if (error && employer !== null) {
    return (
      <Stack>
        <Banner tone="plain">{messageOf(error, m.desk_in_failed())}</Banner>
        <Button full onClick={() => leaveTo(signOnAddress(employer, "/desk"))}>
          {m.desk_sign_on_go()}
        </Button>
      </Stack>
    );
  }
  if (error instanceof ApiError && error.code === "invalid_code") return <Banner tone="danger">{m.desk_in_code_wrong()}</Banner>;
  return error && <Banner tone="danger">{messageOf(error, m.desk_in_failed())}</Banner>;
}

/** The place that a zip code is taken for: five digits may be meant for another country. */
export function PlaceOfZip({ zip }: { zip: string }) {
  const { data } = useQuery(placeOfZipQuery(zip));
  return (
    <Text size="small" quiet role="status">
      {data && m.ui_place_is({ city: data.city, state: data.state })}
    </Text>
  );
}
