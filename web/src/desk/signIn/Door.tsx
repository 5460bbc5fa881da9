import type { ReactNode } from "react";
import { ApiError, messageOf } from "#/api/errors.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import styles from "./Door.module.css";

type DoorProps = { title: string; text?: ReactNode; children: ReactNode };

/** One step of signing in, over the rising sun. */
export function Door({ title, text, children }: DoorProps) {
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
        </Stack>
      </Wide>
      <div aria-hidden="true" className={styles.counter}>
        <div className={styles.disc} />
      </div>
    </div>
  );
}

/** The error of a form's request, above its button. */
export function Refusal({ error }: { error: Error | null }) {
  if (error instanceof ApiError && error.code === "invalid_code") return <Banner tone="danger">{m.desk_in_code_wrong()}</Banner>;
  return error && <Banner tone="danger">{messageOf(error, m.desk_in_failed())}</Banner>;
}
