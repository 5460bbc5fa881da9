// Stands in the pages that are drawn ahead: the app starts once their words are painted, and each of the files that it
// RUNS does so by itself, so that a slow phone answers a finger in between. The build fills their addresses in.
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
  // Nothing is painted in a window that nobody sees, nor for whom the page is not drawn; and some browsers do not tell.
  const nothing = document.hidden || !document.getElementById("root").hasChildNodes();
  const late = setTimeout(start, nothing ? 0 : 1000);
})();
