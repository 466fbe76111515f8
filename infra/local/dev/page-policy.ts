/** Vite puts `nonce` on every script and style that it adds to a page; `host` is the page's host. */
type HotReload = { nonce: string; host: string };

/**
 * The deployed Content-Security-Policy with additions for hot reload. They allow Vite's inline scripts and styles
 * (by a nonce), Vite's WebSocket, and the worker in which Vite's client waits while the server restarts.
 */
export function allowHotReload(policy: string, { nonce, host }: HotReload): string {
  const additions: Record<string, string> = {
    "script-src": `'nonce-${nonce}'`,
    "style-src": `'nonce-${nonce}'`,
    "connect-src": `ws://${host}`,
  };
  const directives = policy
    .split("; ")
    .filter((directive) => !directive.startsWith("worker-src"))
    .map((directive) => {
      const addition = additions[directive.split(" ", 1)[0] ?? ""];
      return addition === undefined ? directive : `${directive} ${addition}`;
    });
  return [...directives, "worker-src 'self' blob:"].join("; ");
}
