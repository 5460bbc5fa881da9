import { useMutation, useQuery } from "@tanstack/react-query";
import { messageOf } from "#/api/errors.ts";
import { formatDate } from "#/format/dates.ts";
import { formatSpan } from "#/format/share.ts";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Row } from "#/ui/Row/Row.tsx";
import { Spinner } from "#/ui/Spinner/Spinner.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import { allowDownload, type Export, EXPORT_FILE, exportQuery, startExport } from "./queries.ts";

/** Everything as one file: asking for it, waiting, downloading. */
export function Copy({ days }: { days: number }) {
  return (
    <TitledCard title={m.privacy_copy()}>
      <Text>{m.privacy_copy_text({ days: formatSpan(24 * days) })}</Text>
      <QueryState query={useQuery(exportQuery)} failed={m.privacy_failed()}>
        {({ export: copy }) => <State copy={copy} />}
      </QueryState>
    </TitledCard>
  );
}

function State({ copy }: { copy: Export | null }) {
  const start = useMutation(startExport);
  const download = useMutation(allowDownload);
  const problem = start.error ?? download.error;
  const ask = () => {
    download.reset();
    start.mutate();
  };

  return (
    <Stack gap="s">
      {problem && (
        <Banner tone="danger" title={m.privacy_copy_problem()}>
          {messageOf(problem, m.privacy_failed())}
        </Banner>
      )}
      {copy?.state === "pending" && (
        <Row role="status">
          <Spinner busy size="s" />
          <Text>{m.privacy_copy_pending()}</Text>
        </Row>
      )}
      {copy?.state === "failed" && <Text role="status">{m.privacy_copy_failed()}</Text>}
      {copy?.state === "ready" ? (
        <>
          <Text role="status">{m.privacy_copy_ready({ size: formatSize(copy.sizeBytes ?? 0), day: formatDate(copy.until ?? "") })}</Text>
          <Button full="phone" busy={download.isPending} onClick={() => download.mutate(undefined, { onSuccess: save })}>
            {m.privacy_copy_download()}
          </Button>
          <TextLink onClick={() => !start.isPending && ask()}>{m.privacy_copy_new()}</TextLink>
        </>
      ) : (
        copy?.state !== "pending" && (
          <Button full="phone" busy={start.isPending} onClick={ask}>
            {copy?.state === "failed" ? m.ui_retry() : m.privacy_copy_make()}
          </Button>
        )
      )}
    </Stack>
  );
}

/** Hands the file to the browser's downloads, which can resume it. */
function save(): void {
  const link = document.createElement("a");
  link.href = EXPORT_FILE;
  link.download = "";
  link.click();
}

const KILO = 1000;
const UNITS = ["kilobyte", "megabyte", "gigabyte"] as const;

/** Such as "5.2 MB" in the page's language. */
export function formatSize(bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = UNITS[power - 1] ?? "kilobyte";
  return new Intl.NumberFormat(m.ui_locale(), { style: "unit", unit, maximumFractionDigits: 1 }).format(bytes / KILO ** power);
}
