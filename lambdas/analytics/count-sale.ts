import * as z from "zod/mini";
import {
  DisputeUpdated,
  OrderCancelled,
  OrderPaid,
  OrderRefunded,
  OrderStatusChanged,
  RefundFailed,
} from "../../shared/events.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import { backOff } from "../lib/backoff.ts";
import { unavailable } from "../lib/errors.ts";
import { transact } from "../lib/transact.ts";
import { changeByDay, applySaleEvent, EMPTY_SALE } from "./sale.ts";
import { addToDay, getSale, putSale } from "./sales-table.ts";

const CountedEvent = z.discriminatedUnion("type", [
  OrderPaid,
  OrderRefunded,
  RefundFailed,
  DisputeUpdated,
  OrderCancelled,
  OrderStatusChanged,
]);

const MAX_TRIES = 6;

/**
 * Applies an event to its order's sale, and adds the differences to the figures of the days. Sale and days change in one
 * transaction, so that repeated, late or reordered events count correctly.
 */
export async function countSale(detail: unknown): Promise<void> {
  const event = z.parse(CountedEvent, detail);
  const { orderId } = event;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await backOff(tries - 1);
    const { sale, version } = (await getSale(orderId)) ?? { sale: EMPTY_SALE, version: 0 };
    const nextSale = applySaleEvent(sale, event, timeZone);
    if (nextSale === sale) return;
    const days = [...changeByDay(sale, nextSale)].map(([day, change]) => addToDay(orderId, day, change));
    const { ok } = await transact([putSale(orderId, nextSale, version), ...days]);
    if (ok) return;
  }
  throw unavailable(
    new Error(`The sale of ${orderId} was changed by other events ${MAX_TRIES} times in a row`),
  );
}
