import * as z from "zod/mini";

/** At most `count` calls in a window of `seconds`. */
const Rate = z.object({ count: z.int().check(z.positive()), seconds: z.int().check(z.positive()) });
export type Rate = z.infer<typeof Rate>;

/** What one client may do, by stage. `heldItems` is the number of items one client may have waiting for payment. */
export const Limits = z.object({
  checkout: Rate,
  verify: Rate,
  receipt: Rate,
  contact: Rate,
  contactRecipient: Rate,
  heldItems: z.int().check(z.positive()),
});
export type Limits = z.infer<typeof Limits>;
