import * as z from "zod/mini";

/** The settings of a stage for cart and checkout. `/config.json`, from which pages read them, has more settings. */
export const ShopSettings = z.object({
  /**
   * `ShippingSettings`, which were checked when the stage was synthesized. The pages do not load their
   * schema.
   */
  shipping: z.optional(z.unknown()),
  /** Whether orders have sales tax. */
  hasTax: z._default(z.boolean(), false),
  /** Whether customers can enter discount codes. */
  hasDiscounts: z._default(z.boolean(), false),
});
