import { m } from "#/messages.gen/messages.js";
import { useNavigate, usePageQuery } from "#/platform/paths.ts";
import { Heading } from "#/ui/Heading/Heading.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Wide } from "#/ui/Wide/Wide.tsx";
import { ApiKeysTab } from "./ApiKeysTab.tsx";
import { AssessmentsTab } from "./AssessmentsTab.tsx";
import { JobFeedTab } from "./JobFeedTab.tsx";
import { ConfirmDomain, SingleSignOnTab } from "./SingleSignOnTab.tsx";
import { WebhooksTab } from "./WebhooksTab.tsx";

/** What other systems exchange with the employer. */
export default function ConnectionsPage() {
  const navigate = useNavigate();
  const { key: link } = usePageQuery("/desk/connections");
  return (
    <Wide>
      <Stack gap="l">
        <Heading level={1}>{m.desk_connections_title()}</Heading>
        <JobFeedTab />
        <WebhooksTab />
        <ApiKeysTab />
        <AssessmentsTab />
        <SingleSignOnTab />
        {link && <ConfirmDomain link={link} onClose={() => navigate("/desk/connections", { replace: true })} />}
      </Stack>
    </Wide>
  );
}
