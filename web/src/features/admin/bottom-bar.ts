/** The space above a bar, in px. */
const GAP_PX = 8;

/**
 * Returns a `ref` for an element that is fixed to the bottom edge of the window. The `ref` stores the height of the element and
 * the space above it, added up in px, as a custom property of the document. Other elements use the property to stay above the
 * element. The value is 0 while the element is not fixed.
 */
const createHeightRef = (property: string) => (element: HTMLElement | null) => {
  // React never passes null: when the element is removed, React calls the returned function instead.
  if (!element) return undefined;
  const { style } = document.documentElement;
  const storeHeight = () => {
    const isFixed = getComputedStyle(element).position === "fixed";
    style.setProperty(property, `${isFixed ? element.offsetHeight + GAP_PX : 0}px`);
  };
  const observer = new ResizeObserver(storeHeight);
  observer.observe(element);
  window.addEventListener("resize", storeHeight);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", storeHeight);
    style.removeProperty(property);
  };
};

/** The `ref` of the bar with the buttons of a form, of the packing view or of the selected orders. */
export const bottomBarRef = createHeightRef("--bottom-bar");
/** The `ref` of the bar with the latest changes, which is above the bar of `bottomBarRef`. */
export const undoBarRef = createHeightRef("--undo-bar");
