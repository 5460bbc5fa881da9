import type { Act } from "../model/base.ts";
import type { InterviewView } from "../model/view.ts";
import { Answering } from "./Answering.tsx";
import { Asking, Intro } from "./Asking.tsx";
import { Blocked } from "./Blocked.tsx";
import { Checking } from "./Checking.tsx";
import { Completing, Done, Elsewhere, Failed, Loading } from "./Closing.tsx";
import { Lobby, Opening } from "./Opening.tsx";
import { Review } from "./Review.tsx";
import { Saving } from "./Saving.tsx";

export type Send = (act: Act) => void;

type Around = {
  act: Send;
  /** The person's first name. */
  name: string;
  /** Lets the page speak; must be called in a tap. */
  unlock: () => void;
};

export type ScreenProps<At extends InterviewView["at"]> = Around & { view: Extract<InterviewView, { at: At }> };

/** The screen of each moment of the interview. */
export function Screen({ view, ...around }: Around & { view: InterviewView }) {
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
      return <Opening view={view} {...around} />;
    case "blocked":
      return <Blocked view={view} {...around} />;
    case "intro":
      return <Intro view={view} {...around} />;
    case "asking":
      return <Asking view={view} {...around} />;
    case "answering":
      return <Answering view={view} {...around} />;
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
