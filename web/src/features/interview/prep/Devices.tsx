import { Check, type LucideIcon, Mic, Signal, Video } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { useOnline } from "#/platform/network.ts";
import { Banner } from "#/ui/Banner/Banner.tsx";
import { Card } from "#/ui/Card/Card.tsx";
import { Icon } from "#/ui/Icon/Icon.tsx";
import { LevelMeter } from "#/ui/LevelMeter/LevelMeter.tsx";
import { DividedList } from "#/ui/DividedList/DividedList.tsx";
import { Stack } from "#/ui/Stack/Stack.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { Text } from "#/ui/Text/Text.tsx";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import type { BlockReason, Capture } from "../model/ports.ts";
import { remedy } from "../screens/Blocked.tsx";
import { useLevel } from "../screens/MicLevel.tsx";
import { OpenOutside } from "../screens/OpenOutside.tsx";
import { SelfView } from "../screens/SelfView.tsx";
import styles from "./Devices.module.css";
import type { DeviceCheckState } from "./useDeviceCheck.ts";

/** The camera preview, and a status line for each required device. */
export function Devices({ state, onRetry }: { state: DeviceCheckState; onRetry: () => void }) {
  const [heard, setHeard] = useState(false);
  return (
    <Card>
      <Stack gap="s">
        <Picture state={state} onRetry={onRetry} onHeard={() => setHeard(true)} />
        <DividedList>
          <Device icon={Video} name={m.interview_check_camera()} tag={<DeviceTag state={cameraOf(state)} />} />
          <Device icon={Mic} name={m.interview_check_microphone()} tag={<DeviceTag state={state.at} untried={!heard} />} />
          <Device icon={Signal} name={m.interview_check_signal()} detail={m.interview_check_signal_text()} tag={<SignalTag />} />
        </DividedList>
      </Stack>
    </Card>
  );
}

function Picture({ state, onRetry, onHeard }: { state: DeviceCheckState; onRetry: () => void; onHeard: () => void }) {
  switch (state.at) {
    case "opening":
      return <Banner tone="plain">{m.interview_check_opening()}</Banner>;
    case "open":
      return (
        <>
          {state.camera && <Trouble reason={state.camera} onRetry={onRetry} />}
          <Mirror capture={state.capture} onHeard={onHeard} />
        </>
      );
    case "blocked":
      return <Trouble reason={state.reason} onRetry={onRetry} />;
  }
}

function Trouble({ reason, onRetry }: { reason: BlockReason; onRetry: () => void }) {
  return (
    <Banner tone="danger">
      <p>{reason === "denied" ? m.interview_check_denied() : remedy(reason)}</p>
      <OpenOutside />
      <TextLink onClick={onRetry}>{m.interview_try_again()}</TextLink>
      <p>{m.interview_check_anyway()}</p>
    </Banner>
  );
}

function cameraOf(state: DeviceCheckState): DeviceCheckState["at"] {
  return state.at === "open" && state.camera ? "blocked" : state.at;
}

function Mirror({ capture, onHeard }: { capture: Capture; onHeard: () => void }) {
  const { level, heard } = useLevel(capture);
  const tell = useEffectEvent(onHeard);
  useEffect(() => {
    if (heard) tell();
  }, [heard]);
  return (
    <div className={styles.mirror}>
      <SelfView capture={capture} label={m.interview_check_only_you()} className={styles.self} />
      <Stack gap="xs">
        <Text strong>{m.interview_check_say()}</Text>
        <LevelMeter level={level} small />
        <Text size="small" quiet>
          {heard ? m.interview_check_heard() : m.interview_check_not_heard()}
        </Text>
      </Stack>
    </div>
  );
}

type DeviceProps = { icon: LucideIcon; name: string; detail?: string; tag: ReactNode };

function Device({ icon, name, detail, tag }: DeviceProps) {
  return (
    <li className={styles.device}>
      <Icon as={icon} className={styles.icon} />
      <div className={styles.name}>
        {name}
        {detail && (
          <Text size="small" quiet>
            {detail}
          </Text>
        )}
      </div>
      {tag}
    </li>
  );
}

/** `untried`: it is open, but nothing has come from it yet, such as from a muted microphone. */
function DeviceTag({ state, untried = false }: { state: DeviceCheckState["at"]; untried?: boolean }) {
  switch (state) {
    case "opening":
      return <Tag>{m.interview_check_waiting()}</Tag>;
    case "open":
      return untried ? (
        <Tag>{m.interview_check_on()}</Tag>
      ) : (
        <Tag tone="good">
          <Icon as={Check} size="s" />
          {m.interview_check_works()}
        </Tag>
      );
    case "blocked":
      return <Tag tone="bad">{m.interview_check_off()}</Tag>;
  }
}

function SignalTag() {
  const online = useOnline();
  return online ? <Tag tone="good">{m.interview_check_online()}</Tag> : <Tag tone="spark">{m.interview_check_offline()}</Tag>;
}
