import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

/** agreed: the consent counts. waiting: the person has not confirmed it yet. */
export const SubscriberState = z.enum(["agreed", "waiting"]);
export type SubscriberState = z.infer<typeof SubscriberState>;

/** A person who agreed to the newsletter, perhaps without confirming it yet. `orderId`: the order with which the person agreed. */
export const Subscriber = z.object({
  id: z.string(),
  email: z.string(),
  state: SubscriberState,
  since: Timestamp,
  orderId: z.string(),
});
export type Subscriber = z.infer<typeof Subscriber>;
