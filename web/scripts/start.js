// Part of the prerendered pages: the app starts after the first paint, and each of the files in RUNS runs in its own
// task, so that a slow phone responds to touch in between. The build inserts their URLs.
(() => {
  const files = RUNS;
  const start = async () => {
    watch.disconnect();
    clearTimeout(late);
    for (const file of files) {
      await import(file);
      await new Promise((go) => setTimeout(go));
    }
  };
  const watch = new PerformanceObserver(start);
  watch.observe({ type: "paint", buffered: true });
  // Hidden windows and pages without a shell paint nothing; and some browsers do not report paint timing.
  const nothing = document.hidden || !document.getElementById("root").hasChildNodes();
  const late = setTimeout(start, nothing ? 0 : 1000);
})();
