/** Pure: the price of an order by the stored products, and the lines that differ from those of the checkout page. */
import type { ChangedLine, OrderFigures } from "../../shared/errors.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Order, OrderLine } from "../../shared/order.ts";
import { haveSalesEnded } from "../../shared/event-facts.ts";
import { discountShares } from "../../shared/discounts.ts";
import { newFinancialInfo, totalCents } from "../../shared/order-total.ts";
import type { ShippingSettings } from "../../shared/shipping-settings.ts";
import { flatShipping } from "../../shared/shipping-rates.ts";
import type { Product } from "../../shared/product.ts";
import { pictureOf, stockOf, TICKET } from "../../shared/product.ts";
import type { Offer } from "../discounts/offer.ts";
import { priceShipping } from "./price-shipping.ts";

export type PricedOrder =
  | {
      ok: true;
      items: OrderLine[];
      financialInfo: Order["financialInfo"];
      shippingInfo: Order["shippingInfo"];
    }
  | { ok: false; lines: ChangedLine[]; figures?: OrderFigures };

/**
 * Prices an order. Compares the prices and amounts that the checkout page sent (`data`) with those of the stored products,
 * in cents. If lines have another price or too little stock, or are no longer sold, returns their current state, so that the
 * page can show the changes. If only the amounts of the order differ, returns all lines and the current amounts.
 */
export function priceOrder(
  data: OrderData,
  products: ReadonlyMap<string, Product>,
  now: Date,
  settings: ShippingSettings = flatShipping,
  offer?: Offer,
): PricedOrder {
  const quantities = new Map<string, number>();
  for (const { id, v, q } of data.items) {
    const key = `${id}#${v ?? ""}`;
    quantities.set(key, (quantities.get(key) ?? 0) + q);
  }

  const currentLines = data.items.map((line): ChangedLine & { isChanged: boolean } => {
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
      isChanged:
        !isOffered ||
        toCents(product.price) !== toCents(line.p) ||
        available < (quantities.get(`${line.id}#${line.v ?? ""}`) ?? 0),
    };
  });
  const changedLines = currentLines
    .filter(({ isChanged }) => isChanged)
    .map(({ isChanged: _, ...line }) => line);
  if (changedLines.length > 0) return { ok: false, lines: changedLines };

  const orderLines = data.items.flatMap((line) => {
    const product = products.get(line.id);
    return product ? [toItem(product, line)] : [];
  });
  const shares = offer ? discountShares(offer.discount, orderLines) : [];
  const items = orderLines.map((item, i) => (shares[i] ? { ...item, discount: toDollars(shares[i]) } : item));
  const discount = shares.reduce((sum, share) => sum + share, 0);
  const subtotal = items.reduce((sum, item) => sum + toCents(item.priceEach) * item.quantity, 0);
  // Whether shipping is free depends on the price of the goods after the discount.
  const goodsLines = items.map((item, i) => ({
    ...item,
    cents: toCents(item.priceEach) * item.quantity - (shares[i] ?? 0),
  }));
  const shipment = priceShipping(data, goodsLines, products, settings, now);
  const amounts = {
    subtotal: toDollars(subtotal),
    discount: toDollars(discount),
    shipping: toDollars(shipment?.cents ?? 0),
  };
  const { sub, disc = 0, ship, tax = 0, tot } = data.fin;
  // The tax itself is compared when Stripe has calculated it: see add-tax.ts.
  const total = totalCents({ ...amounts, tax });
  const areAmountsSame =
    toCents(sub) === subtotal &&
    toCents(disc) === discount &&
    toCents(ship) === toCents(amounts.shipping) &&
    toCents(tot) === total;
  if (!areAmountsSame) {
    return {
      ok: false,
      lines: currentLines.map(({ isChanged: _, ...line }) => line),
      figures: {
        sub: amounts.subtotal,
        disc: amounts.discount,
        ship: amounts.shipping,
        tax,
        tot: toDollars(total),
      },
    };
  }
  return {
    ok: true,
    items,
    financialInfo: newFinancialInfo({ ...amounts, discountCode: offer?.code.code }),
    shippingInfo: shipment?.info,
  };
}

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
    weight: product.category === TICKET ? 0 : 1,
    imageUrl: pictureOf(product, color),
    ...(product.event ? { event: product.event } : {}),
  };
}
