// Stands in the first page, which is drawn ahead: links work by themselves; a button that is pressed before the app
// runs starts it, and is pressed again when it does. BOOT is {entry, fonts, next}: addresses that the build
// fills in; `next` is a list of what the sign-up page needs.
(() => {
  const boot = BOOT;
  const pressed = [];
  let alive = false;
  let starting;
  const start = () => {
    starting ??= import(boot.entry).catch(() => {
      starting = undefined;
      pressed.length = 0;
    });
  };
  const link = (rel, href) => document.head.append(Object.assign(document.createElement("link"), { rel, href }));
  const fetchRest = () => {
    link("stylesheet", boot.fonts);
    if (navigator.connection?.saveData) return;
    fetch(boot.next).then(async (reply) => (await reply.json()).forEach((href) => link("prefetch", href))).catch(() => {});
  };

  addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("button");
      if (alive || !button) return;
      event.stopImmediatePropagation();
      pressed.push(button);
      start();
    },
    true,
  );
  addEventListener("app:live", () => {
    alive = true;
    for (const button of pressed) if (button.isConnected) button.click();
  });
  addEventListener("load", () => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(fetchRest), 200));
})();
