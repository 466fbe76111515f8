import { useLayoutEffect } from "react";

/**
 * Sets the referrer policy `no-referrer`, for pages whose URL has a secret code in its fragment. Browsers do not send the
 * fragment as a referrer. The policy protects against extensions or faulty browsers that do.
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
