/** Random characters that mark the scripts and styles which Vite writes into a page. */
export type DevPolicy = { nonce: string; host: string };

/**
 * The page's Content-Security-Policy with the sources that hot reload needs beside the deployed ones: Vite's inline
 * script and style elements by their nonce, its WebSocket, and the worker in which Vite's client waits for a restart.
 */
export function allowHotReload(policy: string, { nonce, host }: DevPolicy): string {
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
