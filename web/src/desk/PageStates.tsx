import { useQuery } from "@tanstack/react-query";
import { nowAtDeskQuery } from "#/api/deskSession.queries.ts";
import { m } from "#/messages.gen/messages.js";
import { leaveTo } from "#/platform/page.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { Column } from "#/ui/Column/Column.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";

export function NoSuchPage() {
  return (
    <Column>
      <Empty art="compass" level={1} title={m.desk_missing_title()} text={m.desk_missing_text()}>
        <Button full="phone" href="/desk">
          {m.desk_go_today()}
        </Button>
      </Empty>
    </Column>
  );
}

/** Shown instead of a page that the member's role does not include. */
export function NoPermission({ ownersOnly }: { ownersOnly: boolean }) {
  return (
    <Column>
      <Empty art="compass" level={1} title={m.desk_denied_title()} text={ownersOnly ? m.desk_denied_owner() : m.desk_denied_manager()}>
        <Button full="phone" href="/desk">
          {m.desk_go_today()}
        </Button>
      </Empty>
    </Column>
  );
}

/** Shown when a page's code did not load or its rendering failed. */
export function PageFailed({ resetErrorBoundary }: { resetErrorBoundary: () => void }) {
  return (
    <Column>
      <Empty art="spanner" level={1} title={m.desk_failed_title()} text={m.desk_failed_text()}>
        <Button full="phone" onClick={resetErrorBoundary}>
          {m.ui_retry()}
        </Button>
      </Empty>
    </Column>
  );
}

/** Shown after another member signed in in this browser: this tab does nothing for them before the page is loaded again. */
export function OtherSignedIn() {
  const { data } = useQuery(nowAtDeskQuery);
  const name = data && m.desk_other_who({ name: data.member.name, employer: data.employer.name });
  return (
    <Column>
      <Empty art="compass" level={1} title={name ? m.desk_other_title({ name }) : m.desk_other_someone()} text={m.desk_other_text()}>
        <Button full="phone" onClick={() => leaveTo("/desk")}>
          {data ? m.desk_other_go({ name: data.member.name }) : m.ui_retry()}
        </Button>
      </Empty>
    </Column>
  );
}

/** Shown when it is unknown who is signed in. */
export function SessionFailed({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <Column>
      <Empty art="spanner" level={1} title={m.desk_unreachable_title()} text={m.desk_unreachable_text()}>
        <Button full="phone" busy={busy} onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      </Empty>
    </Column>
  );
}
