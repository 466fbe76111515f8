import * as z from "zod/mini";

/** At most `count` calls in a window of `seconds`. */
const Rate = z.object({ count: z.int().check(z.positive()), seconds: z.int().check(z.positive()) });
export type Rate = z.infer<typeof Rate>;
const Count = z.int().check(z.positive());
const Share = z.number().check(z.positive(), z.lte(1));

/** What one client may do, by stage. A visitor is told by a cookie, an address may be that of a whole venue. */
export const Limits = z.object({
  /** Checkouts of one visitor, and of one address. */
  checkout: Rate,
  addressCheckout: Rate,
  verify: Rate,
  receipt: Rate,
  contact: Rate,
  contactRecipient: Rate,
  /** Items that one visitor, and one address, may have waiting for payment. */
  heldItems: Count,
  addressItems: Count,
  /** Items of one product that one visitor may have waiting for payment. */
  heldOfProduct: Count,
  /** An address may have this share of what is for sale of a product waiting for payment, or as much as one visitor. */
  addressShare: Share,
  /**
   * While more than this share of a product or of the whole shop waits for payment, a checkout has to prove some work,
   * and the limits below take the place of those above.
   */
  freeShare: Share,
  crowdedItems: Count,
  crowdedOfProduct: Count,
  /** Zero bits of the proof of work, to begin with. */
  challengeBits: z.int().check(z.gte(1), z.lte(24)),
  /** In a crowd, a checkout that is older gives way to the next buyer. */
  idleSeconds: Count,
  /** In a crowd, an address has to wait that let this many items go unpaid in an hour, and more than it paid. */
  lapsedItems: Count,
});
export type Limits = z.infer<typeof Limits>;
