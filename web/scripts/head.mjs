// Page metadata for search engines and previews of shared links. `{public_url}` is the installation's URL: only the
// server knows it.
const LOCALES = { en: "en_US", es: "es_US" };
const SHARED = { width: 1200, height: 630 };

/** Returns the app's page with the metadata of `found`, a public page: see src/prerender.tsx. */
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
  return shell.replace(/<title>[^<]*/, () => `<title>${escaped(named)}`).replace(/<meta name="robots"[^>]*>/, () => lines.join("\n    "));
}

/** The landing page has a URL in each language; '/' uses the browser's language. */
function languages() {
  const addresses = { "en-US": "/", "es-US": "/es", "x-default": "/" };
  return Object.entries(addresses).map(([of, path]) => link("alternate", `{public_url}${path}`, ` hreflang="${of}"`));
}

const escaped = (text) => String(text).replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
const meta = (kind, name, content) => `<meta ${kind}="${name}" content="${escaped(content)}" />`;
const link = (rel, href, more = "") => `<link rel="${rel}"${more} href="${href}" />`;
