import type { EventFacts } from "../../shared/event-facts.ts";
import { TICKET } from "../../shared/product.ts";
import { notFound } from "../lib/errors.ts";
import { readCatalog } from "../products/catalog-table.ts";
import { readProduct, type StockRow } from "../products/product-table.ts";

/** A ticket product with event facts. */
export type EventProduct = { productId: string; name: string; event: EventFacts };

/** The product of a row as an array of one, for `flatMap`; empty if the row is no ticket product with event facts. */
export const toEventProducts = (row: {
  id: string;
  name: string;
  category: string;
  event?: EventFacts | undefined;
}): EventProduct[] =>
  row.category === TICKET && row.event ? [{ productId: row.id, name: row.name, event: row.event }] : [];

/** All ticket products with event facts, also drafts, archived products and past events, soonest first. */
export async function readEventProducts(): Promise<EventProduct[]> {
  const { rows } = await readCatalog();
  return rows.flatMap(toEventProducts).sort((a, b) => (a.event.startsAt < b.event.startsAt ? -1 : 1));
}

/** The event of a ticket product; undefined for a deleted product, and for a product without an event. */
export async function findEventProduct(productId: string): Promise<EventProduct | undefined> {
  const product = await readProduct(productId);
  return product && !product.row.deletedAt ? toEventProducts(product.row)[0] : undefined;
}

/** Like `findEventProduct`, but throws 404 instead of returning undefined. */
export async function requireEventProduct(productId: string): Promise<EventProduct> {
  const eventProduct = await findEventProduct(productId);
  if (!eventProduct) throw notFound();
  return eventProduct;
}

/** The pieces of a product in all its variants. */
export async function readPiecesOfProduct(
  productId: string,
): Promise<Pick<StockRow, "available" | "held" | "sold">> {
  const { stock = [] } = (await readProduct(productId)) ?? {};
  const sum = (name: "available" | "held" | "sold") => stock.reduce((all, row) => all + row[name], 0);
  return { available: sum("available"), held: sum("held"), sold: sum("sold") };
}
