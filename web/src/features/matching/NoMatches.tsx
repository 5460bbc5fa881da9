import { m } from "#/messages.gen/messages.js";
import { Column } from "#/ui/Column/Column.tsx";
import { Dock } from "#/ui/Dock/Dock.tsx";
import { Empty } from "#/ui/Empty/Empty.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { TakeInterview } from "./TakeInterview.tsx";

/** No job fits or is near enough. `offMap`: the zip code is on no map, so nothing can be near it. */
export function NoMatches({ zip, offMap = false }: { zip: string; offMap?: boolean }) {
  return (
    <>
      <Column>
        {offMap ? (
          <Empty level={1} art="keys" title={m.matching_nowhere({ zip })} text={m.matching_nowhere_text()} />
        ) : (
          <Empty level={1} art="hat" title={m.matching_none({ zip })} text={m.matching_none_text()} />
        )}
      </Column>
      <Dock>
        <TakeInterview />
        {offMap ? (
          <TextLink center href="/quick-questions">
            {m.matching_nowhere_change()}
          </TextLink>
        ) : (
          <TextLink center href="/job-search">
            {m.matching_update()}
          </TextLink>
        )}
      </Dock>
    </>
  );
}
