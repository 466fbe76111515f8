import * as z from "zod/mini";
import { ShopEvent } from "../../shared/events.ts";
import { StockRow, stockKey } from "../../lambdas/products/product-table.ts";
import { HoldItem } from "../../lambdas/orders/hold-table.ts";
import { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import type { Product } from "../../shared/product.ts";
import { changeOfAvailable, notesIn, StockNote } from "../../lambdas/products/stock-notes.ts";
import type { Item, TestTable } from "./table.ts";

/** The part of a table that these functions read. */
type TableReader = Pick<TestTable, "items" | "partition">;

/** The stock counters of a product or variant. */
export async function stockOf(table: TableReader, product: Product, variantId?: string) {
  const { pk, sk } = stockKey(product.id, variantId);
  const item = (await table.partition(pk)).find((candidate) => candidate["sk"] === sk);
  const { available, held, sold } = z.parse(StockRow, item);
  return { available, held, sold };
}

export async function orderOf(table: TableReader, orderId: string): Promise<StoredOrder> {
  const item = (await table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
  return z.parse(StoredOrder, item);
}

/** The stored events of an order in sequence, without the events whose contents were erased. */
export async function eventsOf(table: TableReader, orderId: string): Promise<ShopEvent[]> {
  const items = await table.partition(`ORDER#${orderId}`);
  return items
    .filter(({ sk, event }) => String(sk).startsWith("OUTBOX#") && event !== undefined)
    .map((item) => z.parse(ShopEvent, item["event"]));
}

/** The types of an order's stored events, in sequence. */
export const eventTypesOf = async (table: TableReader, orderId: string): Promise<ShopEvent["type"][]> =>
  (await eventsOf(table, orderId)).map(({ type }) => type);

/** The attributes `hold:<key of the hold>` or `restock:<change id>` of an item, each with a number of pieces. */
const quantitiesBy = (item: Item, prefix: string): Map<string, number> =>
  new Map(
    Object.entries(item)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, quantity]) => [name.slice(prefix.length), Number(quantity)]),
  );
const sumOf = (quantities: Map<string, number>): number =>
  [...quantities.values()].reduce((sum, quantity) => sum + quantity, 0);

/**
 * Checks what must be true at any moment, also while a function runs or after it crashed:
 * - no stock counter is negative;
 * - `held` is the sum of the `hold:` attributes;
 * - each `hold:` attribute belongs to an order that holds its pieces, or to a HOLD item that will be reconciled;
 * - each order that holds its pieces has a `hold:` attribute with all of them;
 * - no order has put more pieces back on sale than it has;
 * - `sold` is what orders have bought, so that only admins change the sum of available, held and sold;
 * - the history of each stock has every change once, in sequence, and its last count is the available pieces;
 * - the events of each order are numbered from 1 without gaps;
 * - the counts of the pieces that each visitor and each IP address holds are the sums of their `hold:` attributes, and each
 *   attribute belongs to an order or a HOLD item as above.
 * Returns the sum of available, held and sold by product and variant.
 */
export async function checkInvariants(table: TableReader): Promise<Map<string, number>> {
  const items = await table.items();
  const orders = new Map(
    items
      .filter(({ sk }) => sk === "ORDER")
      .map((item) => z.parse(StoredOrder, item))
      .map((order) => [order.orderId, order]),
  );
  const holdItems = items.filter(({ sk }) => sk === "HOLD").map((item) => z.parse(HoldItem, item));
  const holdsToReconcile = new Map(
    holdItems.flatMap((hold) => [hold.orderId, ...(hold.takes ?? [])].map((id) => [id, hold])),
  );
  const partitions = Map.groupBy(items, ({ pk }) => pk);
  for (const order of orders.values()) checkEvents(order, partitions.get(`ORDER#${order.orderId}`) ?? []);

  const sums = new Map<string, number>();
  for (const item of items.filter(({ sk }) => String(sk).startsWith("STOCK#"))) {
    const { productId, variantId, available, held, sold } = z.parse(StockRow, item);
    const key = `${productId}#${variantId}`;
    const holdQuantities = quantitiesBy(item, "hold:");
    const appliedRestocks = quantitiesBy(item, "restock:");
    const piecesIn = (
      lines: readonly { productId: string; variantId?: string | undefined; quantity: number }[],
    ) =>
      lines
        .filter((line) => line.productId === productId && (line.variantId ?? "-") === variantId)
        .reduce((sum, { quantity }) => sum + quantity, 0);
    let boughtQuantity = 0;
    for (const order of orders.values()) {
      const orderedQuantity = piecesIn(order.items);
      const heldQuantity = holdQuantities.get(order.hold.key ?? order.orderId) ?? 0;
      if (order.hold.state === "held" && heldQuantity !== orderedQuantity)
        throw new Error(
          `${order.orderId} should hold ${orderedQuantity} of ${key}, its stock item says ${heldQuantity}`,
        );
      const restockedQuantity = piecesIn(
        order.items.map((item) => ({ ...item, quantity: item.restocked ?? 0 })),
      );
      if (restockedQuantity > orderedQuantity)
        throw new Error(`${order.orderId} put ${restockedQuantity} of ${orderedQuantity} of ${key} on sale`);
      // A sold order still has a `hold:` attribute until the pieces move from `held` to `sold`.
      if (order.hold.state === "sold") boughtQuantity += orderedQuantity - restockedQuantity - heldQuantity;
    }
    // Pieces of a restock count as sold until the stock item lists the restock.
    for (const { restocks = [] } of holdItems)
      for (const restock of restocks)
        if (!appliedRestocks.has(restock.id)) boughtQuantity += piecesIn(restock.pieces ?? []);
    for (const id of holdQuantities.keys())
      if (orders.get(id)?.hold.state !== "held" && !holdsToReconcile.has(id))
        throw new Error(`${key} is held for ${id}, which will not be reconciled`);
    if (Math.min(available, held, sold) < 0 || held !== sumOf(holdQuantities) || sold !== boughtQuantity)
      throw new Error(
        `${key}: ${JSON.stringify({ available, held, sold })}, the holds are ${sumOf(holdQuantities)}, orders bought ${boughtQuantity}`,
      );
    checkHistory(item, partitions.get(`HISTORY#${productId}`) ?? []);
    sums.set(key, available + held + sold);
  }
  // The counts of the pieces that each visitor and each IP address holds (see lambdas/orders/client-table.ts).
  for (const item of items.filter(({ sk }) => sk === "HELD")) {
    const holds = quantitiesBy(item, "hold:");
    if (item["held"] !== sumOf(holds)) throw new Error(`${String(item["pk"])}: ${JSON.stringify(item)}`);
    for (const id of holds.keys())
      if (orders.get(id)?.hold.state !== "held" && !holdsToReconcile.has(id))
        throw new Error(`${String(item["pk"])} holds for ${id}, which will not be reconciled`);
  }
  return sums;
}

/**
 * Throws unless the notes of a stock are numbered from 1 and lead to its available pieces. `movedItems`: the older notes, in
 * items of the history; the others are in the stock item.
 */
function checkHistory(item: Item, movedItems: readonly Item[]): void {
  const variantId = String(item["sk"]).replace("STOCK#", "");
  const notes = new Map(notesIn(item).map((note) => [note.number, note]));
  for (const movedItem of movedItems)
    if (String(movedItem["sk"]).split("#")[1] === variantId) {
      const note = z.parse(MovedNote, movedItem);
      notes.set(note.number, note);
    }
  const sortedNotes = [...notes.values()].sort((a, b) => a.number - b.number);
  const isComplete = sortedNotes.every((note, i) => {
    const previousNote = sortedNotes[i - 1];
    const isNext = note.number === i + 1;
    return isNext && (!previousNote || note.after === previousNote.after + changeOfAvailable(note));
  });
  const lastNote = sortedNotes.at(-1);
  if (!isComplete || (lastNote && lastNote.after !== item["available"]))
    throw new Error(`The history of ${String(item["pk"])} is wrong: ${JSON.stringify(sortedNotes)}`);
}

const MovedNote = z.object({ ...StockNote.shape, number: z.int(), after: z.int() });

/** Throws unless the events among the items of an order's partition are numbered from 1 without gaps. */
function checkEvents(order: StoredOrder, items: readonly Item[]): void {
  const sequences = items
    .filter(({ sk }) => String(sk).startsWith("OUTBOX#"))
    .map(({ sk }) => Number(String(sk).replace("OUTBOX#", "")))
    .sort((a, b) => a - b);
  if (sequences.some((sequence, i) => sequence !== i + 1) || sequences.length !== order.sequence)
    throw new Error(`Events of ${order.orderId} are ${sequences.join()}, the order says ${order.sequence}`);
}
