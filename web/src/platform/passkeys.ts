/** Passkeys of this device, through the JSON methods of WebAuthn level 3. */

type Json = Record<string, unknown>;

/**
 * Whether this browser can use passkeys here: they need a secure context, and a domain name instead of an IP address.
 */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseCreationOptionsFromJSON" in PublicKeyCredential && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** Creates a passkey. Rejects with {@link PasskeyCancelled} if the person declines. */
export async function createPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON);
  return asJson(await navigator.credentials.create({ publicKey }).catch(cancelled));
}

/** Asks the person to select a passkey, and signs the challenge with it. Rejects like {@link createPasskey}. */
export async function askPasskey(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON);
  return asJson(await navigator.credentials.get({ publicKey }).catch(cancelled));
}

/** The person closed the browser's dialog, it timed out, or there is no passkey here. */
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
