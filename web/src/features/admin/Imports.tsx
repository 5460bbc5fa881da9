import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { messageOf } from "#/api/errors.ts";
import { confirmRemoval } from "#/api/operations.queries.ts";
import type { Import } from "#/api/types.ts";
import { formatDateTime } from "#/format/dates.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import styles from "./Operations.module.css";
import { formatCount, formatCounts, isWaiting } from "./format.ts";

/** The last import of each source. Removals that wait for an operator can be confirmed. */
export function Imports({ imports }: { imports: Import[] }) {
  const [confirming, setConfirming] = useState<Import | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { mutateAsync, isPending, error, reset } = useMutation(confirmRemoval);
  const close = () => {
    setConfirming(null);
    reset();
  };
  const confirm = ({ source, held }: Import) => {
    const closeAndFocus = () => {
      close();
      // The pressed button has gone.
      list.current?.focus();
    };
    void mutateAsync({ source, held }, { onSuccess: closeAndFocus }).then(
      () => toast({ title: m.operations_import_confirmed(), tone: "good" }),
      () => undefined,
    );
  };
  if (imports.length === 0) return <Text quiet>{m.operations_imports_none()}</Text>;
  return (
    <Stack ref={list} tabIndex={-1}>
      <DividedList>
        {imports.map((one) => (
          <LastImport key={one.source} last={one} onConfirm={() => setConfirming(one)} />
        ))}
      </DividedList>
      {confirming && (
        <Dialog
          open
          onClose={close}
          title={m.operations_import_confirm_title({
            count: confirming.held,
            countText: formatCount(confirming.held),
            source: confirming.source,
          })}
          text={m.operations_import_confirm_text()}
        >
          {error && <Banner tone="danger">{messageOf(error, m.operations_change_failed_text())}</Banner>}
          <Button full busy={isPending} onClick={() => confirm(confirming)}>
            {m.operations_import_confirm_yes()}
          </Button>
          <Button full variant="second" onClick={close}>
            {m.operations_import_confirm_no()}
          </Button>
        </Dialog>
      )}
    </Stack>
  );
}

function LastImport({ last, onConfirm }: { last: Import; onConfirm: () => void }) {
  const { source, importedAt, refused, refusedSince, held, confirmed } = last;
  const outcome = refused !== null ? OUTCOMES.refused : isWaiting(last) ? OUTCOMES.held : OUTCOMES.done;
  return (
    <Row as="li" spread top>
      <div className={styles.words}>
        <Text strong>{source}</Text>
        <Text size="small" quiet num>
          {formatDateTime(importedAt)}
        </Text>
        {refusedSince !== null && (
          <Text size="small" num>
            {m.operations_import_refused_since({ since: formatDateTime(refusedSince) })}
          </Text>
        )}
        {refused === null ? (
          <Text size="small" num>
            {formatCounts(last)}
          </Text>
        ) : (
          <Text size="small" lang="en">
            {refused}
          </Text>
        )}
        {held > 0 && (
          <Text size="small">
            {confirmed === null ? m.operations_import_held_text({ count: held, countText: formatCount(held) }) : m.operations_import_confirmed()}
          </Text>
        )}
        {isWaiting(last) && (
          <TextLink aria-label={m.operations_import_confirm_label({ source })} onClick={onConfirm}>
            {m.operations_import_confirm()}
          </TextLink>
        )}
      </div>
      <Tag tone={outcome.tone}>{outcome.words()}</Tag>
    </Row>
  );
}

const OUTCOMES = {
  refused: { tone: "bad", words: m.operations_import_refused },
  held: { tone: "bad", words: m.operations_import_held },
  done: { tone: "good", words: m.operations_import_done },
} as const;
