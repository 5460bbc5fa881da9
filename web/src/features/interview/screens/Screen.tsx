import { Blocked } from "./Blocked.tsx";
import { Checking } from "./Checking.tsx";
import { Completing, Done, Elsewhere, Failed, Loading } from "./Closing.tsx";
import { InterviewShell, type ShellProps } from "./InterviewShell.tsx";
import { Lobby, Opening } from "./Opening.tsx";
import { Review } from "./Review.tsx";
import { Saving } from "./Saving.tsx";
import type { ScreenContext } from "./Stage.tsx";
import { Talk } from "./Talk.tsx";

type ScreenProps = ScreenContext & Omit<ShellProps, "children" | "onEnd" | "onDialog">;

/** The screen for each state of the interview, inside one shared shell. */
export function Screen({ act, name, unlock, ...shell }: ScreenProps) {
  return (
    <InterviewShell {...shell} onEnd={() => act({ type: "END" })} onDialog={() => shell.view.at === "checking" && act({ type: "WAIT" })}>
      <ScreenOf view={shell.view} act={act} name={name} unlock={unlock} />
    </InterviewShell>
  );
}

function ScreenOf({ view, ...context }: ScreenContext & Pick<ShellProps, "view">) {
  switch (view.at) {
    case "loading":
      return <Loading />;
    case "failed":
      return <Failed view={view} {...context} />;
    case "elsewhere":
      return <Elsewhere view={view} {...context} />;
    case "lobby":
      return <Lobby view={view} {...context} />;
    case "opening":
      return <Opening />;
    case "blocked":
      return <Blocked view={view} {...context} />;
    case "intro":
    case "asking":
    case "answering":
      return <Talk view={view} {...context} />;
    case "checking":
      return <Checking view={view} {...context} />;
    case "saving":
      return <Saving view={view} {...context} />;
    case "reviewing":
      return <Review view={view} {...context} />;
    case "completing":
      return <Completing view={view} {...context} />;
    case "done":
      return <Done />;
    default:
      return view satisfies never;
  }
}
