import { useState } from "react";
import type { Interview } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { Player } from "./Player.tsx";
import { isPlayable, playsAfter, saidIn } from "./playlist.ts";
import styles from "./RecordingDialog.module.css";
import { Transcript } from "./Transcript.tsx";

/** The answers of an interview, to watch and to read; closed while `interview` is null. */
export function RecordingDialog({ interview, onClose }: { interview: Interview | null; onClose: () => void }) {
  const title = interview ? m.dashboard_answers_title({ job: interview.jobTitle }) : "";
  const said = interview ? saidIn(interview) : [];
  return (
    <Dialog open={interview !== null} onClose={onClose} title={title} wide={said.some(isPlayable)}>
      {interview && <Recording key={interview.id} interview={interview} />}
      <Button variant="second" full="phone" onClick={onClose}>
        {m.ui_close()}
      </Button>
    </Dialog>
  );
}

/** One player for all takes, which goes from answer to answer, beside everything that was said. */
function Recording({ interview }: { interview: Interview }) {
  const all = saidIn(interview);
  const [chosen, setChosen] = useState<{ order: number; by: "person" | "start" }>({ order: 0, by: "start" });
  const current = all.filter(isPlayable).find(({ order }) => order === chosen.order) ?? playsAfter(all, 0);
  const play = (order: number) => setChosen({ order, by: "person" });
  if (all.length === 0) return <Text quiet>{m.dashboard_answers_none()}</Text>;
  if (!current) return <Transcript all={all} />;
  const next = playsAfter(all, current.order);
  return (
    <div className={styles.beside}>
      <div className={styles.player}>
        <Player
          said={current}
          total={all.length}
          startsAtOnce={chosen.by === "person"}
          onEnded={() => next && play(next.order)}
        />
      </div>
      <Transcript all={all} current={current.order} onPlay={play} />
    </div>
  );
}
