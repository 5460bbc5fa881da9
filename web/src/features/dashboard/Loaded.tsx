import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { useOnline } from "#/platform/network.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** What did not come, and what to do. */
  failed: string;
  children: (data: Data) => ReactNode;
}

/**
 * What the server has to say, inside a card: bars while it is on its way, and when it did not come the reason and
 * a second try. Without signal it comes by itself once there is some. What was loaded before stays.
 */
export function Loaded<Data>({ query, failed, children }: LoadedProps<Data>) {
  const online = useOnline();
  const { data, isFetching, errorUpdateCount, refetch } = query;
  if (data !== undefined) return children(data);
  if (!online) {
    return (
      <Stack>
        <Bars />
        <Text size="small" quiet role="status">
          {m.dashboard_no_signal()}
        </Text>
      </Stack>
    );
  }
  if (errorUpdateCount === 0) return <Bars />;
  return (
    <Stack>
      <Text role="status">{failed}</Text>
      <Button variant="second" size="small" busy={isFetching} onClick={() => void refetch()}>
        {m.dashboard_retry()}
      </Button>
    </Stack>
  );
}

function Bars() {
  return (
    <Stack gap="s" aria-busy="true">
      <Skeleton width={0.4} tall />
      <Skeleton width={0.7} />
      <Skeleton width={0.55} />
    </Stack>
  );
}
