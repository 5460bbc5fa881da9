import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dismissUnsent, type Unsent, unsentQuery } from "#/api/deskDecide.queries.ts";
import { messageOf } from "#/api/errors.ts";
import { useDesk } from "#/desk/session.ts";
import { formatCount } from "#/format/numbers.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Disclosure } from "#/ui/Disclosure/Disclosure.tsx";
import { cx } from "#/ui/cx.ts";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { toast } from "#/ui/Toast/toast.ts";
import { formatUnsent, formatUnsentReason, formatWritten } from "./words.ts";
import styles from "./UnsentNotices.module.css";

/** Notices that are shown before the rest is one tap away. */
const MAX_SHOWN = 3;

type NoticesProps = {
  /** Not inside a column of the page: has its own margins. */
  alone?: boolean;
  /** Only those about this application; all of them by default. */
  applicationId?: string;
  /** Opens the form again with what was written; null while nothing can be decided. */
  onAgain?: ((unsent: Unsent) => void) | null;
};

/** The member's decisions that could not be sent, and why, until they are dismissed. */
export function UnsentNotices({ alone = false, applicationId, onAgain = null }: NoticesProps) {
  const { member } = useDesk();
  const { data = [] } = useQuery({ ...unsentQuery, enabled: member.role !== "reviewer" });
  const [all, setAll] = useState(false);
  const found = applicationId ? data.filter((one) => one.applicationId === applicationId) : data;
  if (found.length === 0) return null;
  const shown = all ? found : found.slice(0, MAX_SHOWN);
  return (
    <section aria-label={m.desk_unsent_label()} className={cx(styles.notices, alone && styles.alone)}>
      {shown.map((one) => (
        <Notice key={one.id} unsent={one} here={applicationId !== undefined} onAgain={onAgain} />
      ))}
      {shown.length < found.length && (
        <Button variant="second" size="small" onClick={() => setAll(true)}>
          {m.desk_unsent_all({ count: formatCount(found.length - shown.length) })}
        </Button>
      )}
    </section>
  );
}

type NoticeProps = { unsent: Unsent; here: boolean; onAgain: ((unsent: Unsent) => void) | null };

function Notice({ unsent, here, onAgain }: NoticeProps) {
  const { mutateAsync, isPending } = useMutation(dismissUnsent);
  const name = unsent.firstName;
  const written = formatWritten(unsent);
  const dismiss = () => {
    if (!isPending) mutateAsync(unsent.id).catch((error: Error) => toast({ title: messageOf(error, m.desk_unsent_dismiss_failed()), tone: "danger" }));
  };
  return (
    <Banner tone="danger" title={formatUnsent(unsent)}>
      <Stack gap="s">
        <Text>{formatUnsentReason(unsent)}</Text>
        {written.length > 0 && (
          <Disclosure label={m.desk_unsent_written()}>
            {written.map((line) => (
              <p key={line} className={styles.written}>
                {line}
              </p>
            ))}
          </Disclosure>
        )}
        <Row wrap>
          {here && onAgain && unsent.action !== "close" && (
            <Button size="small" onClick={() => onAgain(unsent)}>
              {m.desk_unsent_again()}
            </Button>
          )}
          {!here && (
            <Button size="small" variant="second" href={`/desk/applications/${unsent.applicationId}`}>
              {m.desk_unsent_open({ name })}
            </Button>
          )}
          <Button size="small" variant="second" busy={isPending} aria-label={m.desk_unsent_dismiss_named({ name })} onClick={dismiss}>
            {m.desk_unsent_dismiss()}
          </Button>
        </Row>
      </Stack>
    </Banner>
  );
}
