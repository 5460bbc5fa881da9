import { useEffect, useRef, useState } from "react";
import { m } from "#/messages.gen/messages.js";
import { TextLink } from "#/ui/TextLink/TextLink.tsx";
import { correctedAddress } from "./mailDomain.ts";
import styles from "./Field.module.css";

/** Asks whether a mistyped mail domain was meant otherwise, once the field beside it is left. Never an obstacle. */
export default function MeantAddress() {
  const place = useRef<HTMLDivElement>(null);
  const [meant, setMeant] = useState<string | null>(null);
  useEffect(() => {
    const input = inputBeside(place.current);
    if (!input) return;
    const look = () => setMeant(correctedAddress(input.value));
    const forget = () => setMeant(null);
    look();
    input.addEventListener("change", look);
    input.addEventListener("input", forget);
    return () => {
      input.removeEventListener("change", look);
      input.removeEventListener("input", forget);
    };
  }, []);

  return (
    <div ref={place} role="status">
      {meant !== null && (
        <p className={styles.meant}>
          {m.ui_address_meant({ domain: meant.slice(meant.indexOf("@") + 1) })}{" "}
          <TextLink onClick={() => replace(place.current, meant)}>{m.ui_address_use({ address: meant })}</TextLink>
        </p>
      )}
    </div>
  );
}

/** Writes into the field as typing would, so that its form hears of it. */
function replace(place: HTMLElement | null, address: string): void {
  const input = inputBeside(place);
  if (!input) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, address);
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.focus();
}

function inputBeside(place: HTMLElement | null): HTMLInputElement | null {
  return place?.parentElement?.querySelector("input") ?? null;
}
