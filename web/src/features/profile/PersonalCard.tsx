import { type ReactNode, useRef } from "react";
import type { User } from "#/api/types.ts";
import { m } from "#/messages.gen/messages.js";
import { formatPhone } from "#/platform/phone.ts";
import { useDraft } from "#/session/drafts.ts";
import { Button } from "#/ui/Button/Button.tsx";
import { DescriptionList } from "#/ui/DescriptionList/DescriptionList.tsx";
import { Tag } from "#/ui/Tag/Tag.tsx";
import { TitledCard } from "#/ui/TitledCard/TitledCard.tsx";
import styles from "./PersonalCard.module.css";
import { ProfileForm, type ProfileValues, valuesOf } from "./ProfileForm.tsx";

export interface Proofs {
  /** The verify buttons, shown next to each unverified address. */
  verifyEmail: ReactNode;
  verifyPhone: ReactNode;
}

/** Name, email and phone: view, edit and verify. */
export function PersonalCard({ user, ...proofs }: { user: User } & Proofs) {
  const [changed, setDraft] = useDraft<Partial<ProfileValues> | null>("profile", () => null, withoutContact);
  const draft = changed && { ...valuesOf(user), ...changed };
  const toggle = useRef<HTMLButtonElement>(null);

  /** The form unmounts together with the button that had the focus. */
  function close(): void {
    setDraft(null);
    toggle.current?.focus();
  }

  return (
    <TitledCard
      title={m.profile_personal()}
      aside={
        <Button ref={toggle} variant="second" size="small" onClick={() => setDraft(draft ? null : valuesOf(user))}>
          {draft ? m.profile_cancel() : m.profile_edit()}
        </Button>
      }
    >
      {draft ? <ProfileForm user={user} draft={draft} onChange={setDraft} onSaved={close} /> : <Facts user={user} {...proofs} />}
    </TitledCard>
  );
}

/** Addresses are not stored: they would outlast the session. */
function withoutContact(values: Partial<ProfileValues> | null): Partial<ProfileValues> | null {
  if (values === null) return null;
  const { email: _, phone: _number, ...names } = values;
  return names;
}

function Facts({ user, verifyEmail, verifyPhone }: { user: User } & Proofs) {
  const { firstName, lastName, email, phone } = user;
  const none = m.profile_not_provided();
  return (
    <DescriptionList
      items={[
        { name: m.profile_first_name(), value: firstName || none },
        { name: m.profile_last_name(), value: lastName || none },
        {
          name: m.profile_email(),
          value: email ? <Address of={email} proven={user.emailVerified} prove={verifyEmail} /> : none,
        },
        {
          name: m.profile_phone(),
          value: phone ? <Address of={formatPhone(phone)} proven={user.phoneVerified} prove={verifyPhone} /> : none,
        },
      ]}
    />
  );
}

function Address({ of, proven, prove }: { of: string; proven: boolean; prove: ReactNode }) {
  return (
    <span className={proven ? styles.proven : styles.address}>
      {of}
      {proven ? <Tag tone="good">{m.profile_verified()}</Tag> : prove}
    </span>
  );
}
