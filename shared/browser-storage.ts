import { storagePrefix } from "./site/storage-prefix.ts";

/**
 * The keys of what the site stores in a visitor's browser. Keys for admins are in admin-storage.ts. The privacy page
 * (shared/site/legal.ts) describes each key; a missing description fails the type check.
 */
export const browserStorage = {
  /** localStorage */
  cart: `${storagePrefix}Cart`,
  finishedOrders: `${storagePrefix}FinishedOrders`,
  processingOrders: `${storagePrefix}ProcessingOrders`,
  unverifiedPayment: `${storagePrefix}UnverifiedPayment`,
  embeds: `${storagePrefix}Embeds`,
  muted: `${storagePrefix}Muted`,
  tickets: `${storagePrefix}Tickets`,
  player: `${storagePrefix}Player`,
  /** sessionStorage, which ends with the tab */
  checkoutDraft: `${storagePrefix}CheckoutDraft`,
  checkoutAttempt: `${storagePrefix}CheckoutAttempt`,
  contactDraft: `${storagePrefix}ContactDraft`,
  orderGrant: `${storagePrefix}OrderGrant`,
  playing: `${storagePrefix}Playing`,
  scrollPositions: `${storagePrefix}ScrollPositions`,
  /** Cookie set by a checkout: HttpOnly, a signed random id, for 30 days */
  visitor: "visitor",
} as const;
