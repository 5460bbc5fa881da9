import { useActorRef, useSelector } from "@xstate/react";
import { useEffect } from "react";
import { toast } from "#/ui/Toast/toast.ts";
import type { Emitted } from "./model/base.ts";
import type { Script } from "./model/context.ts";
import { interviewMachine } from "./model/machine.ts";
import type { Ports } from "./model/ports.ts";
import { viewOf } from "./model/view.ts";
import { toastOf } from "./notices.ts";
import { Screen } from "./screens/Screen.tsx";

type InterviewRoomProps = {
  ports: Ports;
  script: Script;
  /** The person's first name. */
  name: string;
  /** Called with everything that the interview has to say to its surroundings. */
  onEvent: (event: Emitted) => void;
};

/** The live interview: machine, ports and screens put together. */
export function InterviewRoom({ ports, script, name, onEvent }: InterviewRoomProps) {
  const actor = useActorRef(interviewMachine, { input: { ports, script } });
  const view = useSelector(actor, viewOf);
  useEffect(() => {
    const subscription = actor.on("*", (event) => {
      if (event.type === "NOTICE") toast(toastOf(event.notice));
      onEvent(event);
    });
    return () => subscription.unsubscribe();
  }, [actor, onEvent]);
  return <Screen view={view} act={actor.send} name={name} unlock={ports.speaker.unlock} />;
}
