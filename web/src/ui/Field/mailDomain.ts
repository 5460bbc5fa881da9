/** Mail providers whose names are often mistyped, and their neighbors, which are right as they are. */
const KNOWN = [
  "gmail.com",
  "hotmail.com",
  "yahoo.com",
  "outlook.com",
  "icloud.com",
  "aol.com",
  "live.com",
  "msn.com",
  "comcast.net",
  "verizon.net",
  "protonmail.com",
  "hotmail.es",
  "outlook.es",
  "yahoo.es",
  "yahoo.com.mx",
  "ymail.com",
  "mail.com",
  "email.com",
  "rocketmail.com",
  "googlemail.com",
  "proton.me",
  "me.com",
  "gmx.com",
];
const SLIPS = new Map([
  ["con", "com"],
  ["cmo", "com"],
  ["ocm", "com"],
  ["vom", "com"],
  ["comm", "com"],
]);
/** Shorter domains have too many right neighbors. */
const MIN_LENGTH = 8;

/** Returns the address with its mail domain corrected if that looks mistyped; else null. */
export function correctedAddress(typed: string): string | null {
  const [, mailbox, domain] = /^\s*([^\s@]+)@([^\s@]+)\s*$/.exec(typed.toLowerCase()) ?? [];
  if (mailbox === undefined || domain === undefined || KNOWN.includes(domain)) return null;
  const ending = domain.slice(domain.lastIndexOf(".") + 1);
  const spelled = SLIPS.has(ending) ? domain.slice(0, -ending.length) + SLIPS.get(ending) : domain;
  const meant = KNOWN.includes(spelled) ? spelled : KNOWN.find((known) => known.length >= MIN_LENGTH && isOneSlip(spelled, known));
  const corrected = meant ?? spelled;
  return corrected === domain ? null : `${typed.trim().slice(0, mailbox.length)}@${corrected}`;
}

/** Whether one letter is missing, added or wrong, or two neighbors are swapped. */
function isOneSlip(one: string, other: string): boolean {
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  const [rest, right] = [one.slice(from), other.slice(from)];
  const isSwapped = rest[0] === right[1] && rest[1] === right[0] && rest.slice(2) === right.slice(2);
  return isSwapped || rest.slice(1) === right || rest === right.slice(1) || rest.slice(1) === right.slice(1);
}
