/** `nonce` is an attribute of every script and style that Vite adds to a page; `host` is the page's own. */
type HotReload = { nonce: string; host: string };

/**
 * The deployed Content-Security-Policy plus what hot reload needs: Vite's inline scripts and styles by their nonce, its
 * WebSocket, and the worker in which Vite's client waits for a restart of the server.
 */
export function allowHotReload(policy: string, { nonce, host }: HotReload): string {
  const added: Record<string, string> = {
    "script-src": `'nonce-${nonce}'`,
    "style-src": `'nonce-${nonce}'`,
    "connect-src": `ws://${host}`,
  };
  const directives = policy.split("; ").map((directive) => {
    const more = added[directive.split(" ", 1)[0] ?? ""];
    return more === undefined ? directive : `${directive} ${more}`;
  });
  return [...directives, "worker-src 'self' blob:"].join("; ");
}
