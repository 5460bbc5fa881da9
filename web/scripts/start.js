// Part of the prerendered pages: the app starts after the first contentful paint, and each of the files in RUNS runs in
// its own task, so that a slow phone responds to touch in between. The build inserts their URLs. A form page can be used
// before that: it requests the files only then, and the app repeats what was typed and which buttons were pressed.
(() => {
  const files = RUNS;
  const KEPT = "typed";
  const typed = new Map();
  const pressed = new Set();
  let started;

  const start = () => (started ??= run().catch(release));
  const run = async () => {
    const later = document.getElementById("later");
    if (later) document.head.append(later.content);
    for (const file of files) {
      await import(file);
      await new Promise((go) => setTimeout(go));
    }
  };
  const keepText = ({ target }) => {
    typed.set(target, target.value);
    for (const control of target.form.elements) control.disabled = false;
  };
  const holdPress = (event) => {
    const control = event.target.closest("button, [hreflang]");
    if (!control) return;
    event.preventDefault();
    pressed.add(control);
    control.setAttribute("aria-busy", "true");
  };
  const repeat = () => {
    removeEventListener("input", keepText, true);
    removeEventListener("click", holdPress, true);
    for (const [field, text] of typed) {
      const { selectionStart, selectionEnd } = field;
      // React ignores an event after which the field has the value that it knows.
      field.value = "";
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, text);
      if (field === document.activeElement && selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setTimeout(() => {
      free(); // After the app has rendered the texts.
      pressed.forEach((control) => control.click());
    });
  };
  const free = () => pressed.forEach((control) => control.removeAttribute("aria-busy"));
  // The files cannot be loaded. Browsers try again only after a reload, which the next press causes. What was typed, except
  // passwords, is written again after it.
  const release = () => {
    free();
    addEventListener("click", ({ target }) => {
      if (!target.closest("button")) return;
      try {
        const texts = [...typed].filter(([{ type }]) => type !== "password").map(([{ name }, text]) => [name, text]);
        sessionStorage.setItem(KEPT, JSON.stringify([location.pathname, texts]));
      } catch {} // Without storage they are lost.
      location.reload();
    });
  };
  const writeAgain = () => {
    try {
      const [path, texts] = JSON.parse(sessionStorage.getItem(KEPT)) ?? [];
      sessionStorage.removeItem(KEPT);
      if (path !== location.pathname) return;
      for (const [name, text] of texts) {
        const field = document.querySelector(`form [name="${name}"]`);
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    } catch {} // Nothing was stored, or the form is another one by now.
  };

  addEventListener("input", keepText, true);
  addEventListener("click", holdPress, true);
  addEventListener("shown", repeat, { once: true });
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length) start();
  }).observe({ type: "paint" });
  addEventListener("DOMContentLoaded", () => {
    writeAgain();
    // Hidden windows and pages without content paint nothing; and some browsers do not report paint timing.
    const nothing = document.hidden || !document.getElementById("root").hasChildNodes();
    setTimeout(start, nothing ? 0 : 1000);
  });
})();
