import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { acceptInvitation, invitationQuery, type OrderedInterview, refuseInvitation } from "#/api/assessment.queries.ts";
import { ApiError } from "#/api/errors.ts";
import { formatDate } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { signIn } from "#/session/signIn.ts";
import { setUser } from "#/session/user.ts";
import { type AppPath, pathTo, useNavigate } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { Field } from "#/ui/Field/Field.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { PageSpinner } from "#/ui/PageSpinner/PageSpinner.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { ShareSwitches } from "#/ui/ShareSwitches/ShareSwitches.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";

/** An interview that an employer's own system ordered: what the employer will see, accept or refuse. */
export function Invitation({ linkKey }: { linkKey: string }) {
  const login = loginFor(linkKey);
  return (
    <Column>
      <QueryState
        query={useQuery(invitationQuery(linkKey))}
        loading={<PageSpinner />}
        failed={(error, retry) =>
          error instanceof ApiError && (error.status === 404 || error.status === 422) ? (
            <Empty level={1} art="compass" title={m.assessment_unknown()} text={m.assessment_unknown_text()}>
              <Button full="phone" href={login}>
                {m.assessment_sign_in()}
              </Button>
            </Empty>
          ) : (
            <Empty level={1} art="compass" title={m.assessment_failed()} text={m.assessment_failed_text()}>
              <Button full="phone" {...retry}>
                {m.ui_retry()}
              </Button>
            </Empty>
          )
        }
      >
        {(order) => <Order linkKey={linkKey} order={order} />}
      </QueryState>
    </Column>
  );
}

function Order({ linkKey, order }: { linkKey: string; order: OrderedInterview }) {
  const { employer } = order;
  if (order.state === "refused") return <Empty level={1} art="compass" title={m.assessment_refused()} text={m.assessment_refused_text({ employer })} />;
  if (order.state === "over") return <Empty level={1} art="compass" title={m.assessment_over()} text={m.assessment_over_text()} />;
  return <Choice linkKey={linkKey} order={order} />;
}

function Choice({ linkKey, order }: { linkKey: string; order: OrderedInterview }) {
  const { employer, title: job, signedIn } = order;
  const accept = useMutation(acceptInvitation);
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [refusing, setRefusing] = useState(false);
  const [shares, setShares] = useState({ video: true, words: true, score: true });
  const [names, setNames] = useState({ firstName: order.firstName, lastName: order.lastName });
  const [missing, setMissing] = useState(false);
  const enough = shares.video || shares.words;

  function send(event: FormEvent): void {
    event.preventDefault();
    const named = names.firstName.trim() !== "";
    setMissing(!named);
    if (!named || !enough) return;
    accept.mutate(
      { key: linkKey, ...names, ...shares },
      {
        onSuccess: ({ interviewId, user }) => {
          if (signedIn) setUser(cache, user);
          else signIn(cache, user);
          navigate(pathTo("/live-interview", { interview: interviewId }));
        },
      },
    );
  }

  return (
    <form onSubmit={send} noValidate>
      <Stack gap="l">
        <Stack>
          <Heading level={1}>{m.assessment_title({ employer })}</Heading>
          <Text>{m.assessment_text({ job, day: formatDate(order.expiresAt) })}</Text>
        </Stack>
        <Stack>
          <Heading level={2}>{m.assessment_share({ employer })}</Heading>
          <Text size="small">{m.assessment_share_text({ employer })}</Text>
          <ShareSwitches shares={shares} onChange={setShares} />
          {!enough && <Text role="status">{m.assessment_share_one({ employer })}</Text>}
        </Stack>
        {!signedIn && (
          <Stack>
            <Field
              label={m.assessment_first_name()}
              autoComplete="given-name"
              maxLength={80}
              value={names.firstName}
              onChange={(event) => setNames({ ...names, firstName: event.currentTarget.value })}
              error={missing && names.firstName.trim() === "" ? m.assessment_name_missing() : undefined}
            />
            <Field
              label={m.assessment_last_name()}
              hint={m.assessment_last_name_hint()}
              autoComplete="family-name"
              maxLength={80}
              value={names.lastName}
              onChange={(event) => setNames({ ...names, lastName: event.currentTarget.value })}
            />
            <Text size="small" quiet>
              {m.assessment_account()}
            </Text>
          </Stack>
        )}
        {accept.isError && <Problem error={accept.error} login={loginFor(linkKey)} />}
        <Stack>
          <Button full type="submit" busy={accept.isPending} disabled={!enough}>
            {m.assessment_go()}
          </Button>
          <TextLink center onClick={() => setRefusing(true)}>
            {m.assessment_refuse()}
          </TextLink>
        </Stack>
      </Stack>
      {refusing && <Refuse linkKey={linkKey} employer={employer} onClose={() => setRefusing(false)} />}
    </form>
  );
}

function Problem({ error, login }: { error: Error; login: AppPath }) {
  if (error instanceof ApiError && error.code === "email_taken") {
    return (
      <Banner tone="danger" title={m.assessment_has_account()}>
        {m.assessment_has_account_text()} <TextLink href={login}>{m.assessment_sign_in()}</TextLink>
      </Banner>
    );
  }
  return (
    <Banner tone="danger" title={m.assessment_not_saved()}>
      {error instanceof ApiError ? error.message : m.assessment_failed_text()}
    </Banner>
  );
}

function Refuse({ linkKey, employer, onClose }: { linkKey: string; employer: string; onClose: () => void }) {
  const refuse = useMutation(refuseInvitation);
  return (
    <Dialog open onClose={onClose} title={m.assessment_refuse_title()} text={m.assessment_refuse_text({ employer })}>
      {refuse.isError && (
        <Banner tone="danger" title={m.assessment_not_saved()}>
          {m.assessment_failed_text()}
        </Banner>
      )}
      <Button full busy={refuse.isPending} onClick={() => refuse.mutate(linkKey)}>
        {m.assessment_refuse_go()}
      </Button>
    </Dialog>
  );
}

function loginFor(linkKey: string): AppPath {
  return pathTo("/login", { next: pathTo("/assessment", { key: linkKey }) });
}
