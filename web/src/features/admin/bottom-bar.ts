/** The space above a bar, in px. */
const GAP = 8;

/**
 * Stores the height of an element that is fixed to the bottom edge, and the space above it, in a custom property of the
 * document, so that nothing else at this edge covers it. While the element is not fixed, the value is 0.
 */
const storeHeight = (property: string) => (element: HTMLElement | null) => {
  // React calls the returned function, and not this one with null, when the element is removed.
  if (!element) return undefined;
  const { style } = document.documentElement;
  const store = () => {
    const isFixed = getComputedStyle(element).position === "fixed";
    style.setProperty(property, `${isFixed ? element.offsetHeight + GAP : 0}px`);
  };
  const observer = new ResizeObserver(store);
  observer.observe(element);
  window.addEventListener("resize", store);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", store);
    style.removeProperty(property);
  };
};

/** The `ref` of the bar with the buttons of a form, of the packing view or of the selected orders. */
export const bottomBarRef = storeHeight("--bottom-bar");
/** The `ref` of the bar with the latest changes, which is above the other bar. */
export const undoBarRef = storeHeight("--undo-bar");
