import * as z from "zod/mini";

/** At most `count` calls in a window of `seconds`. */
const RateLimit = z.object({ count: z.int().check(z.positive()), seconds: z.int().check(z.positive()) });
export type RateLimit = z.infer<typeof RateLimit>;
const Count = z.int().check(z.positive());
const Share = z.number().check(z.positive(), z.lte(1));

/**
 * Limits for one visitor, recognized by a cookie, and for one IP address, which many visitors may share.
 */
export const Limits = z.object({
  /** Checkouts of one visitor. */
  checkout: RateLimit,
  /**
   * Checkouts of one IP address. Questions about discount codes, and calculations of the sales tax, have the same limit, each
   * with its own counter.
   */
  ipCheckout: RateLimit,
  /**
   * Requests of one IP address for the state of a payment. Pages of orders, their changes, tries of confirmation codes, consents
   * to the newsletter, and links in mails about sold-out products have the same limit, each with its own counter.
   */
  verify: RateLimit,
  /**
   * Requests of one IP address for a mail with a receipt. Requests for a link to an order's page or a confirmation code have the
   * same limit, with a counter of their own.
   */
  receipt: RateLimit,
  /** Messages of the contact form of one IP address. Transfers of tickets have the same limit, with their own counter. */
  contact: RateLimit,
  /**
   * Mails to one recipient: confirmations of the contact form. Links to orders, codes for one order, and tickets from other
   * holders have the same limit, each with its own counter.
   */
  contactRecipient: RateLimit,
  /** Requests for mails about sold-out products: of one IP address, to one mailbox, and for one product. */
  stockRequest: RateLimit,
  stockRequestRecipient: RateLimit,
  stockRequestProduct: RateLimit,
  /** Items that may be held for one visitor. */
  heldItems: Count,
  /** Items that may be held for one IP address. */
  ipItems: Count,
  /** Items of one product that may be held for one visitor. */
  heldOfProduct: Count,
  /**
   * The share of a product's available pieces that one IP address may hold. The address may always hold as many as one visitor.
   * While the shop is crowded, the address may hold at most the square of this share of all available pieces.
   */
  ipShare: Share,
  /**
   * While more than this share of a product's stock or of all stock is held, the shop is crowded: the limits `…WhenCrowded` replace
   * the limits for held items. A checkout needs a proof of work then, and also if only its own pieces bring the held share
   * above this share.
   */
  shareWithoutProof: Share,
  heldItemsWhenCrowded: Count,
  heldOfProductWhenCrowded: Count,
  /** The initial difficulty of the proof of work, in zero bits. */
  challengeBits: z.int().check(z.gte(1), z.lte(24)),
  /** While the shop is crowded, the next buyer's checkout can end an unpaid checkout that is older than this time. */
  idleSeconds: Count,
  /**
   * While the shop is crowded, an IP address has to wait if its checkouts closed unpaid with this many items in this hour and
   * the hour before, unless it paid for more items in that time.
   */
  lapsedItems: Count,
});
export type Limits = z.infer<typeof Limits>;
