import { randomUUID } from "node:crypto";
import type { OrderData } from "../../shared/order-data.ts";
import type { Product } from "../../shared/product.ts";
import { productItem, stockItem } from "../../lambdas/products/product-table.ts";
import { newId } from "../../lambdas/lib/ids.ts";
import type { TestTable } from "./table.ts";

type ProductChanges = Partial<Omit<Product, "variants">> & {
  variants?: { id: string; size?: string; color?: string; stock: number }[];
};

/** One millisecond more for each product: the catalog is sorted by id, and ids by time. */
let nextTime = Date.now();

/** A product as the public API returns it; by default a shirt at $25.00, ten in stock. */
export function shirt({ variants, ...changes }: ProductChanges = {}): Product {
  return {
    id: newId("prd", nextTime++),
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

/** Writes products and their stock into the table. */
export async function stockUp<T extends Product>(
  table: { put: TestTable["put"] },
  ...products: T[]
): Promise<void> {
  for (const { stock, variants = [], ...rest } of products) {
    await table.put(productItem({ ...rest, variants: variants.map(({ stock: _, ...variant }) => variant) }));
    const stocks = variants.length > 0 ? variants : [{ id: "-", stock }];
    for (const { id, stock: available } of stocks)
      await table.put(stockItem({ productId: rest.id, variantId: id, available, held: 0, sold: 0 }));
  }
}

/** A product in a cart. */
export type CartEntry = [product: Product, quantity: number, variantId?: string];

/** An order as the page sends it, with totals computed from the products. */
export function orderData(
  entries: CartEntry[],
  { ship = false, oId = randomUUID() }: { ship?: boolean; oId?: string } = {},
): OrderData {
  const sub =
    entries.reduce((sum, [{ price }, quantity]) => sum + Math.round(price * 100) * quantity, 0) / 100;
  const place = {
    addr: "12 Barrel Rd, Apt 3",
    city: "Louisville",
    state: "KY",
    zip: "40202",
    country: "US" as const,
  };
  const fee = ship && entries.some(([{ category }]) => category !== "ticket") ? 10 : 0;
  return {
    oId,
    bill: { fn: "Grace", ln: "Hopper", ...place, phone: "502-555-0101", email: "grace@example.com" },
    ...(ship ? { ship: { ...place, method: 1 as const, cost: 10 } } : {}),
    items: entries.map(([product, q, v]) => ({
      id: product.id,
      ...(v === undefined ? {} : { v }),
      n: product.name,
      p: product.price,
      q,
      cat: product.category,
    })),
    fin: { sub, ship: fee, tot: Math.round((sub + fee) * 100) / 100 },
    updates: true,
  };
}
