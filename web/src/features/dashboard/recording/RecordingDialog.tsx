import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { awaitsWords } from "#/api/answers.ts";
import { interviewQuery } from "#/api/interviews.queries.ts";
import type { Interview, InterviewRecord } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { QueryState } from "#/ui/QueryState/QueryState.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { reloadAfter, WORDS_MS } from "../reload.ts";
import { Player } from "./Player.tsx";
import { isPlayable, playsAfter, saidIn } from "./playlist.ts";
import styles from "./RecordingDialog.module.css";
import { Transcript } from "./Transcript.tsx";

/** The answers of an interview, as recordings and text; closed while `interview` is null. */
export function RecordingDialog({ interview, onClose }: { interview: Interview | null; onClose: () => void }) {
  const title = interview ? m.dashboard_answers_title({ job: interview.jobTitle }) : "";
  return (
    <Dialog open={interview !== null} onClose={onClose} title={title} wide={interview?.recordingUrl != null}>
      {interview && <Answers key={interview.id} id={interview.id} />}
      <Button variant="second" full="phone" onClick={onClose}>
        {m.ui_close()}
      </Button>
    </Dialog>
  );
}

/** Loads the answers, which lists of interviews do not include. */
function Answers({ id }: { id: string }) {
  const query = useQuery({
    ...interviewQuery(id),
    refetchInterval: ({ state }) => (awaitsWords(state.data) ? WORDS_MS : reloadAfter(state.data && [state.data])),
  });
  return (
    <QueryState query={query} failed={m.dashboard_interviews_failed()}>
      {(interview) => <Recording interview={interview} />}
    </QueryState>
  );
}

/** One player for all takes, next to the transcript. */
function Recording({ interview }: { interview: InterviewRecord }) {
  const all = saidIn(interview);
  const [chosen, setChosen] = useState<{ order: number; by: "person" | "start" }>({ order: 0, by: "start" });
  const current = all.filter(isPlayable).find(({ order }) => order === chosen.order) ?? playsAfter(all, 0);
  const play = (order: number) => setChosen({ order, by: "person" });
  if (all.length === 0) return <Text quiet>{m.dashboard_answers_none()}</Text>;
  if (!current) return <Transcript id={interview.id} all={all} delay={interview.writingDelay} />;
  const next = playsAfter(all, current.order);
  return (
    <div className={styles.beside}>
      <div className={styles.player}>
        <Player said={current} total={all.length} startsAtOnce={chosen.by === "person"} onEnded={() => next && play(next.order)} />
      </div>
      <Transcript id={interview.id} all={all} delay={interview.writingDelay} current={current.order} onPlay={play} />
    </div>
  );
}
