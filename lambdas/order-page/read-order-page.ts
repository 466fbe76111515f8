import type { OrderPage } from "../../shared/order-page.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import { AppError } from "../lib/errors.ts";
import { addOrderToLog } from "../lib/log.ts";
import { readTicketsAndPickUpCode } from "../orders/read-tickets-and-pick-up-code.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { withCurrentEventsOfLines } from "../tickets/current-event-table.ts";
import type { OrderAccess } from "./access.ts";
import { hasFullAccess, requireOrderOfLink } from "./access.ts";
import type { CancelMode } from "./customer-rules.ts";
import { pageOfOrder } from "./page-of-order.ts";

export type PageSettings = {
  originSecretArn: string;
  /** The stage issues tickets and pick-up codes. */
  issuesTickets: boolean;
  cancelMode: CancelMode;
};

/** The page of an order for its customer. Throws 404 as `requireOrderOfLink`. */
export async function readOrderPage(
  access: OrderAccess,
  settings: PageSettings,
  now: Date,
): Promise<OrderPage> {
  const order = await requireOrderOfLink(access);
  addOrderToLog(order.orderId);
  return toOrderPage(order, await hasFullAccess(order, access, settings.originSecretArn, now), settings, now);
}

/** The page of an order, with the current dates of its events. `isFull`: whether to show and allow everything. */
export async function toOrderPage(
  order: StoredOrder,
  isFull: boolean,
  { issuesTickets, cancelMode }: PageSettings,
  now: Date,
): Promise<OrderPage> {
  const [codes, items] = await Promise.all([
    isFull && issuesTickets ? readTicketsAndPickUpCode(order, now) : {},
    withCurrentEventsOfLines(order.items),
  ]);
  return pageOfOrder({ ...order, items }, { isFull, issuesTickets, cancelMode, codes });
}

/** The order of a request that changes something. Throws 404 as `requireOrderOfLink`; 403 without full access. */
export async function requireOrderWithFullAccess(
  access: OrderAccess,
  { originSecretArn }: PageSettings,
  now: Date,
): Promise<StoredOrder> {
  const order = await requireOrderOfLink(access);
  addOrderToLog(order.orderId);
  if (!(await hasFullAccess(order, access, originSecretArn, now)))
    throw new AppError(403, orderPageMessages.notConfirmed);
  return order;
}
