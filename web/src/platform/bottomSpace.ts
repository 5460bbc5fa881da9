/** Keeps the height of an element at the bottom edge in `--undo-space`, by which docks move up, until it is undone. */
export function keepSpaceBelow(element: HTMLElement): () => void {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--undo-space", `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty("--undo-space");
  };
}
