/** The messages of prerendered pages whose code cannot be loaded. */
export const prerenderedMessages = {
  codeMissing: "Part of this page could not be loaded: buttons do nothing yet.",
  reload: "Reload the page",
} as const;
