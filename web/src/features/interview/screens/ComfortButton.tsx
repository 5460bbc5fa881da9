import { SlidersHorizontal } from "lucide-react";
import { createContext, lazy, Suspense, useContext, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { Icon } from "#/ui/Icon/Icon.tsx";
import type { Comfort } from "../model/ports.ts";
import styles from "./EndInterview.module.css";

/** Loaded when somebody looks for it. */
const ComfortDialog = lazy(async () => ({ default: (await import("./ComfortDialog.tsx")).ComfortDialog }));

export type Comforts = { comfort: Comfort; adjust: (comfort: Comfort) => void };

/** What makes the interview easier, for whatever screen it is on; null outside of one. */
export const ComfortsContext = createContext<Comforts | null>(null);

/** The way to what makes the interview easier. */
export function ComfortButton() {
  const comforts = useContext(ComfortsContext);
  const [asked, setAsked] = useState(false);
  if (!comforts) return null;
  return (
    <>
      <button type="button" aria-label={m.interview_comfort()} onClick={() => setAsked(true)} className={styles.end}>
        <Icon as={SlidersHorizontal} />
      </button>
      <Suspense>{asked && <ComfortDialog {...comforts} onClose={() => setAsked(false)} />}</Suspense>
    </>
  );
}
