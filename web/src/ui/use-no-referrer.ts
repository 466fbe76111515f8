import { useLayoutEffect } from "react";

/**
 * Sets the referrer policy `no-referrer`. Browsers do not send the fragment, which contains the codes, as a referrer. The
 * policy protects against extensions or faulty browsers that do.
 */
export function useNoReferrer(): void {
  // A layout effect runs before the first request, which is sent in an effect.
  useLayoutEffect(() => {
    const tag = document.createElement("meta");
    tag.name = "referrer";
    tag.content = "no-referrer";
    document.head.append(tag);
    return () => tag.remove();
  }, []);
}
