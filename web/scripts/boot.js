// Stands in the first page, which is drawn ahead and needs no app: its links work by themselves, and this opens its menu.
// Whoever reads it is likely to go on, so the rest is fetched once the page is there. BOOT is {fonts, next}: addresses
// that the build fills in; `next` is a list of what the sign-up page needs.
(() => {
  const boot = BOOT;
  const link = (rel, href) => document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  const fetchRest = () => {
    link("stylesheet", boot.fonts);
    if (navigator.connection?.saveData) return;
    fetch(boot.next).then(async (reply) => (await reply.json()).forEach((href) => link("prefetch", href))).catch(() => {});
  };

  addEventListener("click", ({ target }) => {
    const { opens } = target.closest("[data-opens]")?.dataset ?? {};
    if (opens) document.getElementById(opens).showModal();
    else if (target.matches("dialog")) target.close();
  });
  addEventListener("load", () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(fetchRest), 200));
})();
