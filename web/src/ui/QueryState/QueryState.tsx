import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { m } from "#/messages.gen/messages.js";
import { useOnline } from "#/platform/network.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Skeleton } from "#/ui/Skeleton/Skeleton.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";

/** Props of a retry button. */
export type Retry = { busy: boolean; onClick: () => void };

interface QueryStateProps<Data> {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "errorUpdateCount" | "isError" | "isFetching"> & { refetch: () => unknown };
  /** The loading state; placeholder lines by default. */
  loading?: ReactNode;
  /** A message inside a card, shown with a retry button; or, for a whole page, the content to show instead. */
  failed: string | ((error: unknown, retry: Retry) => ReactNode);
  /** Shown in place of an empty list. */
  empty?: ReactNode;
  /** A message above the data when a refetch failed. */
  outdated?: string;
  children: (data: Data) => ReactNode;
}

/**
 * The states of a query: loading, failed, offline, empty, loaded. Data that was loaded before stays while it is loaded
 * again. What is offline loads automatically when the network returns. A card keeps its error while it retries.
 */
export function QueryState<Data>({ query, loading = <Placeholder />, failed, empty, outdated, children }: QueryStateProps<Data>) {
  const online = useOnline();
  const { data, error, errorUpdateCount, isError, isFetching, refetch } = query;
  const retry = { busy: isFetching, onClick: () => void refetch() };
  if (data !== undefined) {
    if (empty !== undefined && Array.isArray(data) && data.length === 0) return empty;
    return (
      <>
        {outdated && isError && (
          <Text size="small" role="status">
            {outdated}
          </Text>
        )}
        {children(data)}
      </>
    );
  }
  if (!online) {
    return (
      <Text size="small" quiet role="status">
        {m.ui_no_signal()}
      </Text>
    );
  }
  if (typeof failed === "function") return isError ? failed(error, retry) : loading;
  if (errorUpdateCount === 0) return loading;
  return (
    <Stack>
      <Text role="status">{failed}</Text>
      <Button variant="second" size="small" {...retry}>
        {m.ui_retry()}
      </Button>
    </Stack>
  );
}

function Placeholder() {
  return (
    <Stack gap="s" aria-busy="true">
      <Skeleton width={0.4} tall />
      <Skeleton width={0.7} />
      <Skeleton width={0.55} />
    </Stack>
  );
}
