import { orderLinkPath } from "../../shared/order-link.ts";
import type { StoredOrder } from "../orders/stored-order.ts";

/** The address of the order's page; undefined for an old order, which has no link until its customer asks for one. */
export const orderLinkOf = (
  { orderId, linkToken }: Pick<StoredOrder, "orderId" | "linkToken">,
  origin: string,
  code?: string,
): string | undefined =>
  linkToken === undefined ? undefined : origin + orderLinkPath({ orderId, token: linkToken, code });
