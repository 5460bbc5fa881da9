import { useRef, useState } from "react";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { Button } from "#/ui/Button/Button.tsx";
import { Pairs } from "#/ui/Pairs/Pairs.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import styles from "./PersonalCard.module.css";
import { ProfileForm } from "./ProfileForm.tsx";

/** Name, email and phone, to read and to change. */
export function PersonalCard({ user }: { user: User }) {
  const [editing, setEditing] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);

  /** The form goes away with the button that had the focus. */
  function close(): void {
    setEditing(false);
    toggle.current?.focus();
  }

  return (
    <TitledCard
      title={m.profile_personal()}
      aside={
        <Button ref={toggle} variant="second" size="small" onClick={() => setEditing(!editing)}>
          {editing ? m.profile_cancel() : m.profile_edit()}
        </Button>
      }
    >
      {editing ? <ProfileForm user={user} onSaved={close} /> : <Facts user={user} />}
    </TitledCard>
  );
}

function Facts({ user: { firstName, lastName, email, phone, phoneVerified } }: { user: User }) {
  return (
    <Pairs
      items={[
        { name: m.profile_first_name(), value: firstName || m.profile_not_provided() },
        { name: m.profile_last_name(), value: lastName || m.profile_not_provided() },
        { name: m.profile_email(), value: email || m.profile_not_provided() },
        { name: m.profile_phone(), value: phone ? <Phone number={phone} verified={phoneVerified} /> : m.profile_not_provided() },
      ]}
    />
  );
}

function Phone({ number, verified }: { number: string; verified: boolean }) {
  return (
    <span className={styles.phone}>
      {number}
      {verified && <Tag tone="good">{m.profile_verified()}</Tag>}
    </span>
  );
}
