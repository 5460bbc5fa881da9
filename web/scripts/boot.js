// Part of the landing page, which is prerendered and needs no app: its links work without JavaScript, and this script
// opens its menu. Visitors are likely to continue, so the sign-up page's files are prefetched after load. BOOT is
// {font}: a URL that the build inserts.
(() => {
  const boot = BOOT;
  const link = (rel, href) => document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  const quiet = () => new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go));
  const fetchRest = async () => {
    // Set here and not in a style sheet: the page is laid out again only once, when the font has loaded.
    new FontFace("Figtree Variable", `url(${boot.font})`, { weight: "300 900" }).load().then(
      (font) => document.fonts.add(font),
      () => {},
    );
    if (navigator.connection?.saveData) return;
    const reply = await fetch(document.querySelector("[name=next-files]").content);
    for (const href of (await reply.json())["/signup"]) {
      if (href.endsWith(".css")) continue; // The page has its styles inline.
      await quiet(); // In parallel they would block a tap on a slow phone.
      link("prefetch", href);
    }
  };

  addEventListener("click", ({ target }) => {
    const { opens } = target.closest("[data-opens]")?.dataset ?? {};
    if (opens) document.getElementById(opens).showModal();
    else if (target.matches("dialog")) target.close();
  });
  addEventListener("load", () =>
    setTimeout(
      () =>
        quiet()
          .then(fetchRest)
          .catch(() => {}),
      200,
    ),
  );
})();
