import { useMutation } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { client, unwrap } from "#/api/client.ts";
import { m } from "#/messages.gen/messages.js";
import { withProof } from "#/session/proof.ts";
import { pathTo } from "#/platform/paths.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { here, leaveFor, type Outside, outside } from "../browser/inApp.ts";

/** A link that leaves an app's built-in browser, which often has no camera. Renders nothing in a standalone browser. */
export function OpenOutside() {
  const way = outside();
  return way && <WayOut way={way} />;
}

/** Creates a single-use key that opens this session in another browser of the same phone. */
const handOver = () => withProof(() => unwrap(client.POST("/api/auth/handover")));

/** Hands the session over to that browser; offline, the person signs in there. */
function WayOut({ way: { at, href } }: { way: NonNullable<Outside> }) {
  const { mutate, isPending } = useMutation({ mutationFn: handOver });
  const go = () =>
    mutate(undefined, {
      onSuccess: ({ key }) => leaveFor(href(pathTo("/continue", { key, next: here() }))),
      onError: () => leaveFor(href(here())),
    });
  return (
    <Banner tone="plain">
      <Stack gap="s">
        <p>{m.interview_in_app()}</p>
        <Button variant="second" size="small" busy={isPending} onClick={go}>
          <Icon as={ExternalLink} size="s" />
          {at === "chrome" ? m.interview_in_app_chrome() : m.interview_in_app_open_safari()}
        </Button>
        {at === "safari" && <p>{m.interview_in_app_safari()}</p>}
      </Stack>
    </Banner>
  );
}
