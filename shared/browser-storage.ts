/**
 * The keys of what the site stores in a visitor's browser. Keys for admins are in admin-storage.ts. The privacy page
 * (shared/site/legal.ts) describes each key; a missing description fails the type check.
 */
export const browserStorage = {
  /** localStorage */
  cart: "vipersCart",
  finishedOrders: "vipersFinishedOrders",
  processingOrders: "vipersProcessingOrders",
  unverifiedPayment: "vipersUnverifiedPayment",
  embeds: "vipersEmbeds",
  muted: "vipersMuted",
  tickets: "vipersTickets",
  player: "vipersPlayer",
  /** sessionStorage, which ends with the tab */
  checkoutDraft: "vipersCheckoutDraft",
  checkoutAttempt: "vipersCheckoutAttempt",
  contactDraft: "vipersContactDraft",
  orderGrant: "vipersOrderGrant",
  playing: "vipersPlaying",
  scrollPositions: "vipersScrollPositions",
  /** Cookie set by a checkout: HttpOnly, a signed random id, for 30 days */
  visitor: "visitor",
} as const;
