import { orderLinkPath } from "../../shared/order-link.ts";
import type { StoredOrder } from "../orders/stored-order.ts";

/**
 * The URL of the order's page; undefined for an old order, which has no link until its customer asks for one. `code`: the
 * code in the URL that confirms the customer's mail address (code-table.ts).
 */
export const orderLinkOf = (
  { orderId, linkToken }: Pick<StoredOrder, "orderId" | "linkToken">,
  origin: string,
  code?: string,
): string | undefined =>
  linkToken === undefined ? undefined : origin + orderLinkPath({ orderId, token: linkToken, code });
