import { type ComponentProps, createContext, use, useId } from "react";
import { m } from "#/messages.gen/messages.js";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Button } from "#/ui/Button/Button.tsx";

/** The last action that failed: what the server said, and the control that was pressed. */
export type Failure = { text: string; by: string | null };

type Acts = { failure: Failure | null; press: (by: string) => void };

/** For the controls of an application's page, which show the failure of what they sent. */
export const ActContext = createContext<Acts>({ failure: null, press: () => {} });

/** A button that sends an action. If that fails, it says so below itself. */
export function ActButton({
  onClick,
  ...button
}: Omit<ComponentProps<"button">, "ref"> & { size?: "small"; full?: boolean; variant?: "primary" | "second"; busy: boolean }) {
  const by = useId();
  const { press } = use(ActContext);
  return (
    <>
      <Button
        {...button}
        onClick={(event) => {
          press(by);
          onClick?.(event);
        }}
      />
      <ActFailure by={by} />
    </>
  );
}

/** The failure of what this control sent. */
export function ActFailure({ by }: { by: string | null }) {
  const { failure } = use(ActContext);
  if (failure?.by !== by) return null;
  return (
    <Banner tone="danger" title={m.applications_act_failed()}>
      {failure.text}
    </Banner>
  );
}
