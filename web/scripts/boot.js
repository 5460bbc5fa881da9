// Stands in the first page, which is drawn ahead and needs no app: its links work by themselves, and this opens its menu.
// Whoever reads it is likely to go on, so what the sign-up page needs is fetched once the page is there. BOOT is {font}:
// an address that the build fills in.
(() => {
  const boot = BOOT;
  const link = (rel, href) => document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  const quiet = () => new Promise((go) => (window.requestIdleCallback ?? setTimeout)(go));
  const fetchRest = async () => {
    // By itself, not by a style sheet: the page is laid out anew once, when it is here.
    new FontFace("Figtree Variable", `url(${boot.font})`, { weight: "300 900" }).load().then((font) => document.fonts.add(font), () => {});
    if (navigator.connection?.saveData) return;
    const reply = await fetch(document.querySelector("[name=next-files]").content);
    for (const href of (await reply.json())["/signup"]) {
      await quiet(); // All at once they would hold up a tap on a slow phone.
      link("prefetch", href);
    }
  };

  addEventListener("click", ({ target }) => {
    const { opens } = target.closest("[data-opens]")?.dataset ?? {};
    if (opens) document.getElementById(opens).showModal();
    else if (target.matches("dialog")) target.close();
  });
  addEventListener("load", () => setTimeout(() => quiet().then(fetchRest).catch(() => {}), 200));
})();
