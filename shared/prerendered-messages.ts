/** The messages of prerendered pages whose code cannot be loaded, or comes late. */
export const prerenderedMessages = {
  codeMissing: "Part of this page could not be loaded: buttons do nothing yet.",
  checkoutSlow: "The checkout is slow to load.",
  reload: "Reload the page",
} as const;
