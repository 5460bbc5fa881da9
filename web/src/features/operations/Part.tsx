import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { useOnline } from "#/platform/network.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

interface PartProps<Data> {
  query: UseQueryResult<Data>;
  /** What did not come. */
  failed: string;
  children: (data: Data) => ReactNode;
}

/** What the server says, inside a card. What was loaded before stays, and says when it may be old. */
export function Part<Data>({ query, failed, children }: PartProps<Data>) {
  const online = useOnline();
  const { data, isError, isFetching, refetch } = query;
  if (data !== undefined) {
    return (
      <>
        {isError && <Text size="small" role="status">{m.operations_old()}</Text>}
        {children(data)}
      </>
    );
  }
  if (online && isError) {
    return (
      <Stack>
        <Text role="status">{failed}</Text>
        <Button variant="second" size="small" busy={isFetching} onClick={() => void refetch()}>
          {m.operations_retry()}
        </Button>
      </Stack>
    );
  }
  return (
    <Stack gap="s" aria-busy={online}>
      <Skeleton width={0.7} />
      <Skeleton width={0.5} />
      {!online && <Text size="small" quiet role="status">{m.operations_no_signal()}</Text>}
    </Stack>
  );
}
