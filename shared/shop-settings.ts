import * as z from "zod/mini";
import { ShippingSettings } from "./shipping-settings.ts";

/** The settings of a stage that its pages follow, in `/config.json`. */
export const ShopSettings = z.object({
  shipping: z.optional(ShippingSettings),
  /** Whether orders have sales tax. */
  hasTax: z._default(z.boolean(), false),
  /** Whether customers can enter discount codes. */
  hasDiscounts: z._default(z.boolean(), false),
});
export type ShopSettings = z.infer<typeof ShopSettings>;
