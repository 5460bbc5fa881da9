import { AlignLeft, ChartNoAxesColumn, ListChecks, type LucideIcon, Video } from "lucide-react";
import { m } from "#/messages.gen/messages.js";
import { Switch } from "#/ui/Switch/Switch.tsx";

type Shared = "video" | "words" | "score" | "quickAnswers";

const KINDS: readonly { kind: Shared; icon: LucideIcon; label: () => string; detail: () => string }[] = [
  { kind: "video", icon: Video, label: m.ui_share_video, detail: m.ui_share_video_text },
  { kind: "words", icon: AlignLeft, label: m.ui_share_words, detail: m.ui_share_words_text },
  { kind: "score", icon: ChartNoAxesColumn, label: m.ui_share_score, detail: m.ui_share_score_text },
  { kind: "quickAnswers", icon: ListChecks, label: m.ui_share_quick, detail: m.ui_share_quick_text },
];

interface ShareSwitchesProps<Shares> {
  /** What there is to share, and whether it is. */
  shares: Shares;
  busy?: boolean;
  /** What is said below a label; without it, what an employer would get. */
  detail?: (kind: Shared, on: boolean) => string;
  onChange: (shares: Shares) => void;
}

/** What an employer may see of an interview, a switch for each. */
export function ShareSwitches<Shares extends Partial<Record<Shared, boolean>>>({ shares, busy = false, detail, onChange }: ShareSwitchesProps<Shares>) {
  const offered = KINDS.flatMap((one) => {
    const on = shares[one.kind];
    return on === undefined ? [] : [{ ...one, on }];
  });
  return (
    <div>
      {offered.map(({ kind, icon, label, on, ...one }) => (
        <Switch
          key={kind}
          icon={icon}
          label={label()}
          detail={detail ? detail(kind, on) : one.detail()}
          on={on}
          busy={busy}
          onChange={(next) => onChange({ ...shares, [kind]: next })}
        />
      ))}
    </div>
  );
}
