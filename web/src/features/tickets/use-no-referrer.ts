import { useLayoutEffect } from "react";

/**
 * Sends no address of this page to others. The codes are in the hash, which no browser sends; this holds for a browser or a
 * browser's extension that does.
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
