import * as z from "zod/mini";
import { LINK_TOKEN_PATTERN } from "./link-token.ts";
import { ORDER_ID_PATTERN } from "./order-id.ts";

/**
 * The link to an order's page, in mails to its customer. Only the mail that `LinkRequested` asks for has a `code`, which confirms
 * the customer's address.
 */
export type OrderLink = { orderId: string; token: string; code?: string | undefined };

const LINK_PATTERN = new RegExp(`^#?(${ORDER_ID_PATTERN})\\.(${LINK_TOKEN_PATTERN})(?:\\.(\\d{6}))?$`);

/** The path with the token in its fragment. Browsers send no fragment to servers, so no log has the token. */
export const orderLinkPath = ({ orderId, token, code }: OrderLink): string =>
  `/order#${[orderId, token, ...(code === undefined ? [] : [code])].join(".")}`;

/** The link in the page's fragment; undefined if the fragment is not a link. */
export function parseOrderLink(fragment: string): OrderLink | undefined {
  const [, orderId, token, code] = LINK_PATTERN.exec(fragment) ?? [];
  return orderId === undefined || token === undefined ? undefined : { orderId, token, code };
}

/** How long a code is valid. */
export const CODE_MINUTES = 15;
/** How often a code may be tried. */
export const CODE_TRIES = 5;

/** A request for the mail with an order's link and a code. The mail goes to the order's customer. */
export const LinkRequested = z.object({
  id: z.string(),
  time: z.string(),
  /** The order; or what a visitor entered: a mailbox (as a partition key) and an order number, perhaps of no order. */
  of: z.union([
    z.object({ orderId: z.string() }),
    z.object({ mailbox: z.string(), orderNumber: z.string() }),
  ]),
});
export type LinkRequested = z.infer<typeof LinkRequested>;

/**
 * The EventBridge source and type of `LinkRequested`, which is not an event of an order and is not archived.
 */
export const LINK_SOURCE = "shop.order-links";
export const LINK_REQUESTED = "OrderLinkRequested";
