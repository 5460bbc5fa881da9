import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery, revokeApiKey, rotateApiKey } from "#/api/deskConnections.queries.ts";
import type { ApiKey, ApiKeys } from "#/api/types.ts";
import { Refusal } from "#/desk/signIn/SignInLayout.tsx";
import { formatDate, formatDateTime } from "#/format/dates.ts";
import { formatList } from "#/format/lists.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { ApiKeyDialog, SCOPES } from "./ApiKeyDialog.tsx";
import { SecretDialog } from "./SecretDialog.tsx";
import styles from "./Webhooks.module.css";

type Opened = { dialog: "create" } | { dialog: "rotate" | "revoke"; apiKey: ApiKey } | { dialog: "secret"; secret: string; text: string };

/** The keys with which the employer's own programs use its API. */
export function ApiKeysTab() {
  const query = useQuery(apiKeysQuery);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const show = (secret: string, text: string) => setOpened({ dialog: "secret", secret, text });
  return (
    <TitledCard title={m.desk_api_keys_title()}>
      <Text>{m.desk_api_keys_text()}</Text>
      <QueryState query={query} failed={m.desk_api_keys_failed()} outdated={m.desk_api_keys_outdated()}>
        {({ keys, scopes, locations }) => (
          <>
            {keys.length === 0 && <Text quiet>{m.desk_api_keys_none()}</Text>}
            <DividedList>
              {keys.map((one) => (
                <Key
                  key={one.id}
                  apiKey={one}
                  locations={locations}
                  onRotate={() => setOpened({ dialog: "rotate", apiKey: one })}
                  onRevoke={() => setOpened({ dialog: "revoke", apiKey: one })}
                />
              ))}
            </DividedList>
            <div>
              <Button variant="second" size="small" onClick={() => setOpened({ dialog: "create" })}>
                {m.desk_api_keys_add()}
              </Button>
            </div>
            {opened?.dialog === "create" && (
              <ApiKeyDialog scopes={scopes} locations={locations} onSecret={(secret) => show(secret, m.desk_api_keys_secret_text())} onClose={close} />
            )}
          </>
        )}
      </QueryState>
      {opened?.dialog === "rotate" && <RotateDialog apiKey={opened.apiKey} onSecret={show} onClose={close} />}
      {opened?.dialog === "revoke" && <RevokeDialog apiKey={opened.apiKey} onClose={close} />}
      {opened?.dialog === "secret" && (
        <SecretDialog
          secret={opened.secret}
          label={m.desk_api_keys_secret()}
          text={opened.text}
          copyLabel={m.desk_api_keys_copy()}
          copied={m.desk_api_keys_copied()}
          onClose={close}
        />
      )}
    </TitledCard>
  );
}

type KeyProps = { apiKey: ApiKey; locations: ApiKeys["locations"]; onRotate: () => void; onRevoke: () => void };

function Key({ apiKey, locations, onRotate, onRevoke }: KeyProps) {
  const { name, hint, createdBy } = apiKey;
  const day = formatDate(apiKey.createdAt);
  return (
    <Stack as="li" gap="xs">
      <Heading level={3} size={3} className={styles.address}>
        {name}
      </Heading>
      <Text size="small" quiet>
        {m.desk_api_keys_hint({ hint })}
      </Text>
      <Row wrap>
        {apiKey.scopes.map((scope) => (
          <Tag key={scope}>{SCOPES[scope]()}</Tag>
        ))}
      </Row>
      <Text size="small" quiet>
        {placesOf(apiKey, locations)}
      </Text>
      <Text size="small" quiet>
        {createdBy === null ? m.desk_api_keys_created({ day }) : m.desk_api_keys_created_by({ day, name: createdBy })}
      </Text>
      <Text size="small" quiet>
        {apiKey.lastUsedAt === null ? m.desk_api_keys_unused() : m.desk_api_keys_used({ when: formatDateTime(apiKey.lastUsedAt) })}
      </Text>
      {apiKey.oldUntil !== null && <Text size="small">{m.desk_api_keys_rotating({ when: formatDateTime(apiKey.oldUntil) })}</Text>}
      {apiKey.ended && (
        <Text size="small" strong>
          {m.desk_api_keys_ended({ name: createdBy ?? "" })}
        </Text>
      )}
      <Row wrap>
        <TextLink onClick={onRotate} aria-label={m.desk_api_keys_rotate_one({ name })}>
          {m.desk_api_keys_rotate()}
        </TextLink>
        <TextLink onClick={onRevoke} aria-label={m.desk_api_keys_revoke_one({ name })}>
          {m.desk_api_keys_revoke()}
        </TextLink>
      </Row>
    </Stack>
  );
}

function placesOf({ locationIds }: ApiKey, locations: ApiKeys["locations"]): string {
  if (locationIds === null) return m.desk_team_everywhere();
  const names = locations.filter(({ id }) => locationIds.includes(id)).map(({ name }) => name);
  return names.length === 0 ? m.desk_api_keys_nowhere() : formatList(names);
}

type ActionProps = { apiKey: ApiKey; onClose: () => void };

function RotateDialog({ apiKey, onSecret, onClose }: ActionProps & { onSecret: (secret: string, text: string) => void }) {
  const { mutateAsync: rotate, error, isPending } = useMutation(rotateApiKey);
  const { ended, name } = apiKey;
  // Also if this dialog was closed meanwhile: no other place ever shows it.
  const show = (secret: string) => onSecret(secret, ended ? m.desk_api_keys_secret_revived() : m.desk_api_keys_secret_rotated());
  const text = ended ? m.desk_api_keys_rotate_ended() : m.desk_api_keys_rotate_text();
  return (
    <Dialog open onClose={onClose} title={m.desk_api_keys_rotate_sure({ name })} text={text}>
      <Stack>
        <Refusal error={error} />
        <Button full busy={isPending} onClick={() => void rotate(apiKey.id).then(show, () => undefined)}>
          {m.desk_api_keys_rotate()}
        </Button>
      </Stack>
    </Dialog>
  );
}

function RevokeDialog({ apiKey, onClose }: ActionProps) {
  const { mutateAsync: revoke, error, isPending } = useMutation(revokeApiKey);
  const done = () => toast({ title: m.desk_api_keys_revoked(), tone: "good" });
  return (
    <Dialog open onClose={onClose} title={m.desk_api_keys_revoke_sure({ name: apiKey.name })} text={m.desk_api_keys_revoke_text()}>
      <Stack>
        <Refusal error={error} />
        <Button full busy={isPending} onClick={() => void revoke(apiKey.id, { onSuccess: onClose }).then(done, () => undefined)}>
          {m.desk_api_keys_revoke()}
        </Button>
        <TextLink center onClick={onClose}>
          {m.desk_api_keys_keep()}
        </TextLink>
      </Stack>
    </Dialog>
  );
}
