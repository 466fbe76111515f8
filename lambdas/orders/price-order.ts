/** Pure: the price of an order by the server's products, and the lines that differ from the page's lines. */
import type { ChangedLine } from "../../shared/errors.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Order, OrderLine } from "../../shared/order.ts";
import { haveSalesEnded } from "../../shared/event-facts.ts";
import { weightOf } from "../../shared/order.ts";
import { newFinancialInfo } from "../../shared/order-total.ts";
import { COUNTRY, SHIPPING_METHOD } from "../../shared/shipping.ts";
import type { Product } from "../../shared/product.ts";
import { pictureOf, stockOf, TICKET } from "../../shared/product.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";

export type PricedOrder =
  | {
      ok: true;
      items: OrderLine[];
      financialInfo: Order["financialInfo"];
      shippingInfo: Order["shippingInfo"];
    }
  | { ok: false; lines: ChangedLine[] };

/** Compares in cents. On any difference, returns the current lines, so that the page can show the changes. */
export function priceOrder(data: OrderData, products: ReadonlyMap<string, Product>, now: Date): PricedOrder {
  const quantities = new Map<string, number>();
  for (const { id, v, q } of data.items) {
    const key = `${id}#${v ?? ""}`;
    quantities.set(key, (quantities.get(key) ?? 0) + q);
  }

  const current = data.items.map((line): ChangedLine & { changed: boolean } => {
    const product = products.get(line.id);
    const isOffered = product && hasVariant(product, line.v);
    const salesEnded = product !== undefined && haveSalesEnded(product, +now);
    const available = isOffered && !salesEnded ? stockOf(product, line.v) : 0;
    return {
      id: line.id,
      ...(line.v === undefined ? {} : { v: line.v }),
      n: product?.name ?? line.n,
      price: product?.price ?? null,
      available,
      ...(salesEnded ? { salesEnded } : {}),
      changed:
        !isOffered ||
        toCents(product.price) !== toCents(line.p) ||
        available < (quantities.get(`${line.id}#${line.v ?? ""}`) ?? 0),
    };
  });
  const changed = current.filter((line) => line.changed).map(({ changed: _, ...line }) => line);
  if (changed.length > 0) return { ok: false, lines: changed };

  const items = data.items.flatMap((line) => {
    const product = products.get(line.id);
    return product ? [toItem(product, line)] : [];
  });
  const subtotal = items.reduce((sum, item) => sum + toCents(item.priceEach) * item.quantity, 0);
  const isShipped = data.ship !== undefined && items.some((item) => item.category !== TICKET);
  const shipping = isShipped ? toCents(SHIPPING_FEE) : 0;
  const { sub, ship, tot } = data.fin;
  if (toCents(sub) !== subtotal || toCents(ship) !== shipping || toCents(tot) !== subtotal + shipping) {
    return { ok: false, lines: current.map(({ changed: _, ...line }) => line) };
  }
  return {
    ok: true,
    items,
    financialInfo: newFinancialInfo({ subtotal: toDollars(subtotal), shipping: toDollars(shipping) }),
    shippingInfo:
      data.ship && isShipped
        ? {
            address: data.ship.addr,
            city: data.ship.city,
            state: data.ship.state,
            zipCode: data.ship.zip,
            country: COUNTRY,
            method: SHIPPING_METHOD,
            cost: SHIPPING_FEE,
          }
        : undefined,
  };
}

/** Whether the product offers the variant. For a product without variants, `variantId` must be undefined. */
const hasVariant = (product: Product, variantId: string | undefined): boolean =>
  product.variants?.length ? product.variants.some(({ id }) => id === variantId) : variantId === undefined;

function toItem(product: Product, line: OrderData["items"][number]): OrderLine {
  const variant = product.variants?.find(({ id }) => id === line.v);
  const size = variant?.size ?? product.size;
  const color = variant?.color ?? product.color;
  return {
    productId: product.id,
    ...(line.v === undefined ? {} : { variantId: line.v }),
    name: product.name,
    quantity: line.q,
    ...(size ? { size } : {}),
    ...(color ? { color } : {}),
    priceEach: product.price,
    category: product.category,
    weight: weightOf(product.category),
    imageUrl: pictureOf(product, color),
    ...(product.event ? { event: product.event } : {}),
  };
}
