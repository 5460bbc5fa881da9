/** Passkeys of this device, through the JSON methods of WebAuthn level 3. */

type Json = Record<string, unknown>;

/** Whether this browser can use passkeys here: they need a secure page, and a name instead of an address. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== "undefined" &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  );
}

/** Makes a passkey. Rejects with {@link PasskeyCancelled} when the person turned it down. */
export async function createPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return asJson(await navigator.credentials.create({ publicKey }).catch(cancelled));
}

/** Has the person choose a passkey and sign with it. Rejects as {@link createPasskey} does. */
export async function askPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return asJson(await navigator.credentials.get({ publicKey }).catch(cancelled));
}

/** The person closed the browser's dialog, waited too long, or has no passkey here. */
class PasskeyCancelled extends Error {
  override readonly name = "PasskeyCancelled";
}

function cancelled(error: unknown): never {
  throw new PasskeyCancelled("No passkey was used.", { cause: error });
}

function asJson(credential: Credential | null): Json {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled("No passkey was used.");
  return credential.toJSON() as unknown as Json;
}
