// What searches and previews of shared links read of a page. `{public_url}` is where this installation is reached: only
// the server knows.
const LOCALES = { en: "en_US", es: "es_US" };
const SHARED = { width: 1200, height: 630 };

/** The page of the app with the head of `found`, a page that anybody may open: see src/prerender.tsx. */
export function headOf({ file, path, title, description }, language, shell) {
  const address = `{public_url}${path}`;
  const image = `{public_url}/share.${language}.png`;
  const named = `${title} - Dayshift`;
  const lines = [
    meta("name", "description", description),
    link("canonical", address),
    ...(file === "landing" ? languages() : []),
    meta("property", "og:type", "website"),
    meta("property", "og:site_name", "Dayshift"),
    meta("property", "og:locale", LOCALES[language]),
    meta("property", "og:url", address),
    meta("property", "og:title", named),
    meta("property", "og:description", description),
    meta("property", "og:image", image),
    meta("property", "og:image:width", SHARED.width),
    meta("property", "og:image:height", SHARED.height),
    meta("name", "twitter:card", "summary_large_image"),
  ];
  return shell
    .replace(/<title>[^<]*/, () => `<title>${escaped(named)}`)
    .replace(/<meta name="robots"[^>]*>/, () => lines.join("\n    "));
}

/** The first page has an address in each language; '/' answers in the one that the browser asks for. */
function languages() {
  const addresses = { "en-US": "/", "es-US": "/es", "x-default": "/" };
  return Object.entries(addresses).map(([of, path]) => link("alternate", `{public_url}${path}`, ` hreflang="${of}"`));
}

const escaped = (text) => String(text).replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
const meta = (kind, name, content) => `<meta ${kind}="${name}" content="${escaped(content)}" />`;
const link = (rel, href, more = "") => `<link rel="${rel}"${more} href="${href}" />`;
