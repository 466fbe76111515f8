import type { Limits } from "../shared/limits.ts";

/**
 * For a public shop: a visitor or an IP address can neither hold much of the stock nor flood a mailbox. shared/limits.ts explains each limit.
 */
export const strictLimits: Limits = {
  checkout: { count: 10, seconds: 600 },
  verify: { count: 60, seconds: 60 },
  receipt: { count: 5, seconds: 600 },
  contact: { count: 5, seconds: 600 },
  contactRecipient: { count: 3, seconds: 3600 },
  stockRequest: { count: 10, seconds: 600 },
  stockRequestRecipient: { count: 3, seconds: 3600 },
  // A sold-out product can have thousands of honest visitors in an hour.
  stockRequestProduct: { count: 3_000, seconds: 3600 },
  ipCheckout: { count: 100, seconds: 600 },
  heldItems: 40,
  ipItems: 200,
  heldOfProduct: 10,
  ipShare: 0.25,
  shareWithoutProof: 0.5,
  heldItemsWhenCrowded: 10,
  heldOfProductWhenCrowded: 4,
  challengeBits: 13,
  idleSeconds: 300,
  lapsedItems: 20,
};

/** Limits so high that tests, which all come from one IP address, never reach them. */
export const generousLimits: Limits = {
  checkout: { count: 100_000, seconds: 60 },
  verify: { count: 100_000, seconds: 60 },
  receipt: { count: 100_000, seconds: 60 },
  contact: { count: 100_000, seconds: 60 },
  contactRecipient: { count: 100_000, seconds: 60 },
  stockRequest: { count: 100_000, seconds: 60 },
  stockRequestRecipient: { count: 100_000, seconds: 60 },
  stockRequestProduct: { count: 100_000, seconds: 60 },
  ipCheckout: { count: 100_000, seconds: 60 },
  heldItems: 1_000_000,
  ipItems: 1_000_000,
  heldOfProduct: 1_000_000,
  ipShare: 1,
  shareWithoutProof: 1,
  heldItemsWhenCrowded: 1_000_000,
  heldOfProductWhenCrowded: 1_000_000,
  challengeBits: 1,
  idleSeconds: 1_000_000,
  lapsedItems: 1_000_000,
};
