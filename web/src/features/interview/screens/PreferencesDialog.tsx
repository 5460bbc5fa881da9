import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Dialog } from "#/ui/Dialog/Dialog.tsx";
import { OptionCard } from "#/ui/OptionCard/OptionCard.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import type { InterviewPreferences } from "../model/ports.ts";

export type PreferencesProps = { preferences: InterviewPreferences; onChange: (preferences: InterviewPreferences) => void };

/** Each choice applies at once and is stored in this browser. */
export function PreferencesDialog({ preferences, onChange, onClose }: PreferencesProps & { onClose: () => void }) {
  const { voice, camera, moreTime } = preferences;
  return (
    <Dialog open onClose={onClose} title={m.interview_preferences_title()} text={m.interview_preferences_text()}>
      <Stack gap="s">
        <div>
          <OptionCard
            type="checkbox"
            bare
            label={m.interview_preferences_slow()}
            checked={voice === "slow"}
            onChange={(event) => onChange({ ...preferences, voice: event.currentTarget.checked ? "slow" : "normal" })}
          />
          <OptionCard
            type="checkbox"
            bare
            label={m.interview_preferences_read()}
            detail={m.interview_preferences_read_detail()}
            checked={voice === "off"}
            onChange={(event) => onChange({ ...preferences, voice: event.currentTarget.checked ? "off" : "normal" })}
          />
          <OptionCard
            type="checkbox"
            bare
            label={m.interview_preferences_camera()}
            detail={m.interview_preferences_camera_detail()}
            checked={!camera}
            onChange={(event) => onChange({ ...preferences, camera: !event.currentTarget.checked })}
          />
          <OptionCard
            type="checkbox"
            bare
            label={m.interview_preferences_time()}
            detail={m.interview_preferences_time_detail()}
            checked={moreTime}
            onChange={(event) => onChange({ ...preferences, moreTime: event.currentTarget.checked })}
          />
        </div>
        <Button full onClick={onClose}>
          {m.interview_preferences_done()}
        </Button>
      </Stack>
    </Dialog>
  );
}
