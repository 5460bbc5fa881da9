import { X } from "lucide-react";
import { Dialog as Parts } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { useCloseRequest } from "#/platform/closeRequest.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { useFocusReturn } from "#/ui/Dialog/Dialog.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import styles from "./DecideSheet.module.css";

/** Ctrl+Enter, or ⌘+Enter, presses the button that sends. */
function sendByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.querySelector<HTMLElement>("[data-send]:enabled")?.click();
}

/** The panel in which decisions are made: from the bottom edge on phones, centered from 900 px. */
export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const focusReturn = useFocusReturn();
  useCloseRequest(true, onClose);
  return (
    <Parts.Root open onOpenChange={(stillOpen) => !stillOpen && onClose()}>
      <Parts.Portal>
        <div className={styles.veil} />
        <Parts.Content {...focusReturn} aria-describedby={undefined} onKeyDown={sendByKey} className={styles.panel}>
          <div className={styles.head}>
            <Parts.Title className={styles.title}>{title}</Parts.Title>
            <Parts.Close className={styles.close} aria-label={m.ui_close()}>
              <Icon as={X} />
            </Parts.Close>
          </div>
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

/** The sheet's content while it loads. */
export function SheetWaiting() {
  return (
    <div className={styles.body}>
      <Stack gap="s" aria-busy="true">
        <Skeleton width={0.7} tall />
        <Skeleton width={0.9} />
        <Skeleton width={0.5} />
      </Stack>
    </div>
  );
}

/** What was written earlier and not sent is in the form. */
export function Older({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Banner tone="plain">
      <Stack gap="xs">
        <Text>{m.desk_decide_older()}</Text>
        <TextLink onClick={onStartOver}>{m.desk_decide_start_over()}</TextLink>
      </Stack>
    </Banner>
  );
}
