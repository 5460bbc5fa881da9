import { m } from "#/messages.gen/messages.js";

/**
 * Returns a device's name in the page's language. The server names it in English: "Chrome on Android", or "A program".
 */
export function formatDevice(device: string): string {
  const [browser = "", system] = device.split(" on ");
  if (system) return m.account_signins_device({ browser, system });
  return device === "A program" ? m.account_signins_program() : device;
}
