import type { Act } from "../model/base.ts";
import type { InterviewView } from "../model/view.ts";
import { Blocked } from "./Blocked.tsx";
import { Checking } from "./Checking.tsx";
import { Completing, Done, Elsewhere, Failed, Loading } from "./Closing.tsx";
import { Lobby, Opening } from "./Opening.tsx";
import { InterviewShell, type ShellProps } from "./InterviewShell.tsx";
import type { NoticeShown } from "./NoticeLine.tsx";
import { Review } from "./Review.tsx";
import { Saving } from "./Saving.tsx";
import { Talk } from "./Talk.tsx";

export type Send = (act: Act) => void;

type Around = {
  act: Send;
  /** The person's first name. */
  name: string;
  /** Lets the page speak; must be called in a tap. */
  unlock: () => void;
};

export type ScreenProps<At extends InterviewView["at"]> = Around & { view: Extract<InterviewView, { at: At }> };

type ScreenAllProps = Around & { view: InterviewView; notice?: NoticeShown | null; onNoticeClose?: () => void } & Pick<ShellProps, "onSignIn">;

/** The screen of each moment of the interview, in the shell that stays. */
export function Screen({ notice = null, onNoticeClose = () => {}, onSignIn, ...screen }: ScreenAllProps) {
  const { view, act } = screen;
  const end = () => act({ type: "END" });
  return (
    <InterviewShell view={view} onEnd={end} notice={notice} onNoticeClose={onNoticeClose} onSignIn={onSignIn}>
      <Moment {...screen} />
    </InterviewShell>
  );
}

function Moment({ view, ...around }: Around & { view: InterviewView }) {
  switch (view.at) {
    case "loading":
      return <Loading />;
    case "failed":
      return <Failed view={view} {...around} />;
    case "elsewhere":
      return <Elsewhere view={view} {...around} />;
    case "lobby":
      return <Lobby view={view} {...around} />;
    case "opening":
      return <Opening />;
    case "blocked":
      return <Blocked view={view} {...around} />;
    case "intro":
    case "asking":
    case "answering":
      return <Talk view={view} {...around} />;
    case "checking":
      return <Checking view={view} {...around} />;
    case "saving":
      return <Saving view={view} {...around} />;
    case "reviewing":
      return <Review view={view} {...around} />;
    case "completing":
      return <Completing view={view} {...around} />;
    case "done":
      return <Done />;
    default:
      return view satisfies never;
  }
}
