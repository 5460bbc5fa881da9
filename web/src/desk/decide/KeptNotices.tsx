import { useIsMutating } from "@tanstack/react-query";
import { useState } from "react";
import { useDraftOwner } from "#/desk/session.ts";
import { m } from "#/messages.gen/messages.js";
import { pathTo, usePath } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { cx } from "#/ui/cx.ts";
import { Row } from "#/ui/Row/Row.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { dropKept, isKept, type Kept, readKept } from "./kept.ts";
import { formatUnsent } from "./words.ts";
import styles from "./UnsentNotices.module.css";

/**
 * What the member was writing when their session ended or the page was left: it was not sent. Each is told until it is opened; what the
 * member took back, only where it is taken up again, and nothing on the page of somebody else.
 */
export function KeptNotices() {
  const owner = useDraftOwner();
  const [told, setTold] = useState(() => readKept(owner));
  // What has been sent meanwhile, on any page, is not told anymore.
  useIsMutating();
  const path = usePath();
  const left = told.filter((one) => belongsOn(path, one) && isKept(owner, one));
  if (left.length === 0) return null;
  const close = (one: Kept) => setTold(told.filter((other) => other !== one));
  const discard = (one: Kept) => {
    dropKept(owner, one);
    close(one);
  };
  return (
    <section aria-label={m.desk_unsent_label()} className={cx(styles.notices, styles.alone)}>
      {left.map((one) =>
        one.undone ? (
          <Row key={`${one.kind}:${one.about}`} wrap>
            <Text size="small" quiet>
              {m.desk_unsent_undone({ name: one.name })}
            </Text>
            <TextLink href={pageOf(one)} onClick={() => close(one)} aria-label={m.desk_unsent_continue_named({ name: one.name })}>
              {m.desk_unsent_continue()}
            </TextLink>
            <TextLink onClick={() => discard(one)} aria-label={m.desk_unsent_discard_named({ name: one.name })}>
              {m.desk_unsent_discard()}
            </TextLink>
          </Row>
        ) : (
          <Banner key={`${one.kind}:${one.about}`} tone="plain" title={titleOf(one)}>
            <Stack gap="s">
              <Text>{m.desk_unsent_kept()}</Text>
              <Row wrap>
                <Button size="small" href={pageOf(one)} onClick={() => close(one)} aria-label={m.desk_unsent_continue_named({ name: one.name })}>
                  {m.desk_unsent_continue()}
                </Button>
                <Button size="small" variant="second" onClick={() => discard(one)} aria-label={m.desk_unsent_discard_named({ name: one.name })}>
                  {m.desk_unsent_discard()}
                </Button>
              </Row>
            </Stack>
          </Banner>
        ),
      )}
    </section>
  );
}

const LIST = "/desk/applications";

/** Whether this page tells of it. */
function belongsOn(path: string, { kind, about, undone }: Kept): boolean {
  const own = kind === "bulk" ? LIST : `${LIST}/${about}`;
  return path === own || (!undone && !path.startsWith(`${LIST}/`));
}

function titleOf(kept: Kept): string {
  if (kept.kind === "message") return m.desk_unsent_message({ name: kept.name });
  if (kept.kind === "note") return m.desk_unsent_note({ name: kept.name });
  return formatUnsent({ action: kept.action, firstName: kept.name, by: null });
}

function pageOf(kept: Kept) {
  if (kept.kind === "bulk") return kept.about;
  if (kept.kind === "message") return pathTo("/desk/messages", { application: kept.about });
  if (kept.kind === "note") return `/desk/applications/${kept.about}` as const;
  return pathTo<"/desk/applications/:id">(`/desk/applications/${kept.about}`, { decide: kept.action });
}
