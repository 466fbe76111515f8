import * as z from "zod/mini";
import { consentKey } from "../../../lambdas/orders/consent-table.ts";
import { numberKey } from "../../../lambdas/orders/order-number-table.ts";

const NumberedOrder = z.object({
  orderId: z.string(),
  orderNumber: z.optional(z.string()),
  billingInfo: z.object({ email: z.string() }),
});

/**
 * The keys of the items by which the customer, and a withdrawal of the consent to the newsletter, find this order. `order` is the
 * stored item; no keys if its address cannot be read. The table has such an item only for a paid order and for one with a consent.
 */
export function mailboxKeysOf(order: unknown): { pk: string; sk: string }[] {
  const { success, data } = z.safeParse(NumberedOrder, order);
  if (!success) return [];
  const { orderId, orderNumber, billingInfo } = data;
  return [
    consentKey(billingInfo.email, orderId),
    ...(orderNumber === undefined ? [] : [numberKey(billingInfo.email, orderNumber)]),
  ];
}
