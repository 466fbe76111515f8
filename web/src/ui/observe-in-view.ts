/**
 * Calls `onChange` whenever `element` comes into view or leaves it, and once at the start. Returns a function that ends this.
 * `options` are those of IntersectionObserver.
 */
export function observeInView(
  element: Element,
  onChange: (isInView: boolean) => void,
  options?: IntersectionObserverInit,
): () => void {
  // A busy page gets several changes at once, with the newest last.
  const observer = new IntersectionObserver(
    (entries) => onChange(entries.at(-1)?.isIntersecting ?? false),
    options,
  );
  observer.observe(element);
  return () => observer.disconnect();
}
