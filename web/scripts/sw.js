// The service worker: opens the app offline, from the files cached on this phone. It caches built files, whose names
// change with their content, and the page that starts the app; never user data from the server. A newer worker waits
// until none of our pages is open: nothing changes during an interview. BUILD is {version, landing, paths, files}: the
// landing page's URLs, the other pages' URLs, and the app's initial files by language.
const { version, landing, paths, files } = BUILD;
const KEPT = `dayshift-${version}`;
const SHELL = "/offline";

addEventListener("install", (event) => event.waitUntil(keepShell()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(openPage(event, pathname));
  else if (pathname.startsWith("/assets/")) event.respondWith(openFile(event));
});

async function keepShell() {
  const [kept, shell] = await Promise.all([caches.open(KEPT), fetch(SHELL, { cache: "no-cache" })]);
  if (!shell.ok) throw new Error(`The server answers ${shell.status}.`);
  await kept.addAll(files[languageOf(shell).slice(0, 2)]);
  await kept.put(SHELL, shell);
}

/** Offline, the app keeps the language that it had online. */
async function followLanguage(language) {
  const shell = await caches.match(SHELL);
  if (!shell || languageOf(shell) !== language) await keepShell().catch(() => undefined);
}

const languageOf = (page) => page.headers.get("Content-Language");

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
}

/** Returns the page from the server, else the cached page that starts the app. */
async function openPage(event, path) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    if (page.ok && paths.includes(path)) event.waitUntil(followLanguage(languageOf(page)));
    return page;
  } catch {
    const shell = (await caches.match(SHELL)) ?? Response.error();
    return !shell.ok || [...landing, ...paths].includes(path) ? shell : instead(shell);
  }
}

/**
 * Tells the app to show its offline page at the address of a page that only the server has. No redirect: browsers differ
 * in what they do after one while offline, and a reload must ask for the same page again.
 */
async function instead(shell) {
  const html = (await shell.text()).replace("<html", "<html data-offline");
  const headers = new Headers(shell.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(html, { headers });
}

/** Returns a cached file: a changed file would have another name. */
async function openFile(event) {
  const kept = await caches.match(event.request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const file = await fetch(event.request);
  // A full phone caches nothing, and the page continues.
  if (file.ok) event.waitUntil(keep(event.request, file.clone()).catch(() => undefined));
  return file;
}

async function keep(request, response) {
  const kept = await caches.open(KEPT);
  await kept.put(request, response);
}
