import { createHmac } from "node:crypto";
import type { OrderLink } from "../../shared/order-link.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { AppError } from "../lib/errors.ts";
import { isSameSecret } from "../lib/ids.ts";
import { readSecret } from "../lib/secrets.ts";
import { getOrder } from "../orders/order-table.ts";
import { isReceiptFull } from "../orders/receipt.ts";
import type { StoredOrder } from "../orders/stored-order.ts";

/** The link to an order, and the grant if the customer has confirmed the order's email address. */
export type OrderAccess = Pick<OrderLink, "orderId" | "token"> & { grant?: string | undefined };

const GRANT_SECONDS = 3600;

/** The error for a request that opens no order: a wrong link or code, or an unpaid or erased order. */
export const accessRefused = (): AppError => new AppError(404, orderPageMessages.refused);

/** The order of a link. Throws 404 for a wrong link, and for an unpaid or erased order. */
export async function requireOrderOfLink({ orderId, token }: Pick<OrderLink, "orderId" | "token">) {
  // The id is checked first, because DynamoDB refuses keys with half of a surrogate pair, which JSON can contain.
  const order = orderId.isWellFormed() ? await getOrder(orderId) : undefined;
  const isRightToken = order?.linkToken !== undefined && isSameSecret(order.linkToken, token);
  if (!order || !isRightToken || order.erased || !order.payment.paidSessionId) throw accessRefused();
  return order;
}

const macOf = (key: string, { orderId, linkToken }: StoredOrder, until: string): string =>
  createHmac("sha256", key).update(`order:${orderId}:${linkToken}:${until}`).digest("base64url");

/**
 * A token that proves for an hour that the order's email address was confirmed. A new value of the secret makes it
 * invalid.
 */
export async function createGrant(order: StoredOrder, secretArn: string, now: Date): Promise<string> {
  const until = String(toEpochSeconds(now) + GRANT_SECONDS);
  return `${until}.${macOf(await readSecret(secretArn), order, until)}`;
}

async function isGranted(order: StoredOrder, grant: string, secretArn: string, now: Date): Promise<boolean> {
  const [until = "", mac = ""] = grant.split(".");
  const isGenuine = isSameSecret(mac, macOf(await readSecret(secretArn), order, until));
  return isGenuine && Number(until) * 1000 > +now;
}

/** Whether the link may show and change everything: for a day after the payment, like the receipt, or with a valid grant. */
export const hasFullAccess = async (
  order: StoredOrder,
  { grant }: OrderAccess,
  secretArn: string,
  now: Date,
): Promise<boolean> =>
  isReceiptFull(order, now) || (grant !== undefined && (await isGranted(order, grant, secretArn, now)));
