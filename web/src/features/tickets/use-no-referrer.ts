import { useLayoutEffect } from "react";

/**
 * Sets the referrer policy `no-referrer`. The codes are in the fragment, which browsers do not send as a referrer; this is for
 * a browser or an extension that does.
 */
export function useNoReferrer(): void {
  // Before the first request, which is sent in an effect.
  useLayoutEffect(() => {
    const tag = document.createElement("meta");
    tag.name = "referrer";
    tag.content = "no-referrer";
    document.head.append(tag);
    return () => tag.remove();
  }, []);
}
