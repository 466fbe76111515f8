/** The messages of prerendered pages whose JavaScript cannot be loaded or loads slowly. */
export const prerenderedMessages = {
  codeMissing: "Part of this page could not be loaded: buttons do nothing yet.",
  checkoutSlow: "The checkout is slow to load.",
  reload: "Reload the page",
} as const;
