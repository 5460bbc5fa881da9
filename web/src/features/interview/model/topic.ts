/** Spanish names of skills that begin with a noun, with what the noun needs inside a sentence. */
const DETERMINERS: Record<string, string> = {
  ayuda: "la",
  calidad: "la",
  calma: "la",
  comida: "la",
  cuidado: "el",
  disponibilidad: "su",
  días: "los",
  experiencia: "su",
  respeto: "el",
  trabajo: "el",
  trato: "el",
};

/**
 * Returns the name of a skill as it goes on after "about" or "sobre": "Why kitchen work" as "why you want to do kitchen work".
 * Names are in the language of the interview.
 */
export function topicOf(skill: string): string {
  const name = skill.toLowerCase();
  const [first = "", ...rest] = name.split(" ");
  if (first === "why") return ["why you want to do", ...rest].join(" ");
  if (name.startsWith("por qué ")) return `por qué quiere ${formatReason(name.slice("por qué ".length))}`;
  const determiner = Object.hasOwn(DETERMINERS, first) ? DETERMINERS[first] : undefined;
  return determiner ? `${determiner} ${name}` : name;
}

/** "En una cocina" is a place to work at; "manejar o repartir" and "este trabajo" are wanted as they are. */
function formatReason(reason: string): string {
  if (reason.startsWith("en ")) return `trabajar ${reason}`;
  return /^(este|\p{L}+[aei]r) /u.test(reason) ? reason : `trabajar en ${reason}`;
}
