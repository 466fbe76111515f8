import { randomUUID } from "node:crypto";
import type { OrderData } from "../../shared/order-data.ts";
import type { EventFacts } from "../../shared/event-facts.ts";
import type { Product } from "../../shared/product.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { listedItem, totalItem } from "../../lambdas/products/listed-table.ts";
import { productItem, stockItem } from "../../lambdas/products/product-table.ts";
import { newId } from "../../lambdas/lib/ids.ts";
import type { TestTable } from "./table.ts";

/** The event of a ticket: it begins `days` days from now and takes two hours. */
export function eventInDays(days: number, changes: Partial<EventFacts> = {}): EventFacts {
  const start = Date.now() + days * 86_400_000;
  return {
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + 7_200_000).toISOString(),
    timeZone: "America/New_York",
    venue: { name: "The Rickhouse", street: "12 Barrel Rd", city: "Louisville", state: "KY", zip: "40202" },
    ...changes,
  };
}

type ProductChanges = Partial<Omit<Product, "variants">> & {
  variants?: { id: string; size?: string; color?: string; stock: number }[];
};

/** The time (ms) in the next product id. Each product has a later time, so that the catalog has a fixed sequence. */
let nextIdTime = Date.now();

/** A product as the public API returns it; by default a shirt at $25.00, ten in stock. */
export function testProduct({ variants, ...changes }: ProductChanges = {}): Product {
  return {
    id: newId("prd", nextIdTime++),
    state: "active",
    name: "Angel's Share Tee",
    description: "Cotton.",
    price: 25,
    imageUrls: ["/media/products/tee.webp"],
    imageUrl: "/media/products/tee.webp",
    category: "shirts",
    stock: variants ? variants.reduce((sum, { stock }) => sum + stock, 0) : 10,
    featured: false,
    details: [],
    version: 1,
    createdAt: "2026-11-01T12:00:00.000Z",
    updatedAt: "2026-11-01T12:00:00.000Z",
    ...(variants ? { variants } : {}),
    ...changes,
  };
}

/**
 * Writes products, their stock and their items of the store's list (see lambdas/products/listed-table.ts) into the table. Sets
 * the list's total to the number of these products.
 */
export async function stockUp<T extends Product>(
  table: { put: TestTable["put"] },
  ...products: T[]
): Promise<void> {
  for (const { stock, variants = [], ...product } of products) {
    const row = { ...product, variants: variants.map(({ stock: _, ...variant }) => variant) };
    await table.put(productItem(row));
    const stockRows = (variants.length > 0 ? variants : [{ id: "-", stock }]).map(
      ({ id, stock: available }) => ({ productId: product.id, variantId: id, available, held: 0, sold: 0 }),
    );
    for (const stockRow of stockRows) await table.put(stockItem(stockRow));
    await table.put(listedItem(row, stockRows));
  }
  await table.put(totalItem(products.length));
}

export async function addProduct(
  table: { put: TestTable["put"] },
  changes: ProductChanges = {},
): Promise<Product> {
  const product = testProduct(changes);
  await stockUp(table, product);
  return product;
}

export type CartEntry = [product: Product, quantity: number, variantId?: string];

/** The data of an order as the checkout page sends it, with totals computed from the products. */
export function orderData(
  entries: CartEntry[],
  { ship = false, oId = randomUUID() }: { ship?: boolean; oId?: string } = {},
): OrderData {
  const subtotal =
    entries.reduce((sum, [{ price }, quantity]) => sum + Math.round(price * 100) * quantity, 0) / 100;
  const address = {
    addr: "12 Barrel Rd, Apt 3",
    city: "Louisville",
    state: "KY",
    zip: "40202",
    country: "US" as const,
  };
  const shippingCost = ship && entries.some(([{ category }]) => category !== "ticket") ? SHIPPING_FEE : 0;
  return {
    oId,
    bill: { fn: "Grace", ln: "Hopper", ...address, phone: "502-555-0101", email: "grace@example.com" },
    ...(ship ? { ship: { ...address, method: 1 as const, cost: SHIPPING_FEE } } : {}),
    items: entries.map(([product, quantity, variantId]) => ({
      id: product.id,
      ...(variantId === undefined ? {} : { v: variantId }),
      n: product.name,
      p: product.price,
      q: quantity,
      cat: product.category,
    })),
    fin: { sub: subtotal, ship: shippingCost, tot: Math.round((subtotal + shippingCost) * 100) / 100 },
    updates: true,
  };
}
