/** Pure: what shipping an order costs, and when it is expected to arrive. */
import { arrivalOf } from "../../shared/arrival.ts";
import { toDollars } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Order, OrderLine } from "../../shared/order.ts";
import type { Product } from "../../shared/product.ts";
import { TICKET } from "../../shared/product.ts";
import { SHIPPING_METHOD, shippingCents } from "../../shared/shipping-rates.ts";
import type { ShippingSettings } from "../../shared/shipping-settings.ts";

/** A line of the order with the price of all its pieces in cents, after a discount. */
export type PricedLine = Pick<OrderLine, "productId" | "category" | "quantity"> & { cents: number };

/**
 * The shipping of an order: its price in cents, and the address with the expected days; undefined for an order that is not
 * shipped. Throws if the settings have no rate for the country; `addressProblems` checks this before.
 */
export function priceShipping(
  { ship }: Pick<OrderData, "ship">,
  lines: readonly PricedLine[],
  products: ReadonlyMap<string, Product>,
  settings: ShippingSettings,
  now: Date,
): { cents: number; info: NonNullable<Order["shippingInfo"]> } | undefined {
  const hasGoods = lines.some(({ category }) => category !== TICKET);
  if (!ship || !hasGoods) return undefined;
  const weighedLines = lines.map((line) => ({ ...line, grams: products.get(line.productId)?.grams }));
  const cents = shippingCents(settings, ship.country, weighedLines);
  if (cents === undefined) throw new Error(`The order goes to ${ship.country}, which has no rate`);
  const arrives = arrivalOf(settings, ship.country, +now);
  return {
    cents,
    info: {
      address: ship.addr,
      city: ship.city,
      state: ship.state,
      zipCode: ship.zip,
      country: ship.country,
      method: SHIPPING_METHOD,
      cost: toDollars(cents),
      ...(arrives ? { arrives } : {}),
    },
  };
}
