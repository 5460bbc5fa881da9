import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { revokeOtherSessions, revokeSession, sessionsQuery } from "#/session/account.ts";
import { messageOf } from "#/api/errors.ts";
import type { SignIn } from "#/api/types.ts";
import { formatLongDate } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { formatDevice } from "./formatDevice.ts";
import { ProblemBanner } from "./ProblemBanner.tsx";
import { useProblem } from "./useRefusal.ts";

/** A card with the person's active sessions, each with a sign-out button. */
export function Sessions() {
  return (
    <TitledCard title={m.account_signins_title()}>
      <QueryState query={useQuery(sessionsQuery)} failed={m.account_signins_failed()}>
        {(signIns) => <SignInList signIns={signIns} />}
      </QueryState>
    </TitledCard>
  );
}

function SignInList({ signIns }: { signIns: SignIn[] }) {
  const one = useMutation(revokeSession);
  const others = useMutation(revokeOtherSessions);
  const list = useRef<HTMLUListElement>(null);
  const { problem, say, clear } = useProblem();

  async function end(work: () => Promise<unknown>, done: string): Promise<void> {
    clear();
    try {
      await work();
      toast({ title: done, tone: "good" });
    } catch (error) {
      say(m.account_signins_end_failed(), messageOf(error, m.account_signins_end_failed_text()));
    }
    // The pressed button was removed with its session.
    list.current?.focus();
  }

  return (
    <>
      <DividedList ref={list} tabIndex={-1} aria-label={m.account_signins_title()}>
        {signIns.map((signIn) => (
          <Place
            key={signIn.id}
            signIn={signIn}
            onEnd={() => void end(() => one.mutateAsync(signIn.id), m.account_signins_ended({ device: formatDevice(signIn.device) }))}
          />
        ))}
      </DividedList>
      <ProblemBanner problem={problem} />
      {signIns.length > 1 && (
        <Button variant="second" full busy={others.isPending} onClick={() => void end(() => others.mutateAsync(), m.account_signins_ended_others())}>
          {m.account_signins_end_others()}
        </Button>
      )}
    </>
  );
}

function Place({ signIn: { device: named, lastSeenAt, current }, onEnd }: { signIn: SignIn; onEnd: () => void }) {
  const device = formatDevice(named);
  return (
    <Row as="li" spread>
      <div>
        <Text strong>{device}</Text>
        <Text size="small" quiet>
          {m.account_signins_seen({ day: formatLongDate(lastSeenAt) })}
        </Text>
      </div>
      {current ? (
        <Tag tone="good">{m.account_signins_current()}</Tag>
      ) : (
        <TextLink aria-label={m.account_signins_end_label({ device })} onClick={onEnd}>
          {m.account_signins_end()}
        </TextLink>
      )}
    </Row>
  );
}
