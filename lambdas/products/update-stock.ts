import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { log } from "../lib/log.ts";
import type { UpdateResult } from "../lib/update-item.ts";
import { updateItem } from "../lib/update-item.ts";
import { updateListedStock } from "./listed-table.ts";
import { NO_VARIANT, stockKey } from "./product-table.ts";
import { reportBackInStock } from "./report-back-in-stock.ts";
import { moveNotes, shouldMoveNotes } from "./stock-history-table.ts";
import type { NewNote } from "./stock-notes.ts";
import { changeOfAvailable, withNote } from "./stock-notes.ts";

type StockUpdate = Omit<UpdateCommandInput, "TableName" | "Key" | "ReturnValues"> & {
  UpdateExpression: string;
};
type StockId = { productId: string; variantId?: string | undefined };

const NewCount = z.object({ available: z.int(), revision: z.int() });
const NewNotes = z.object({ notes: z.array(z.unknown()) });

/**
 * Changes the pieces for sale of a product or variant by one conditional update, together with a note for the history, if any.
 * The update must contain `ADD revision :one`. Then reports a sold-out stock that has come back, and copies the new
 * count to the list of listed-table.ts. If the report or the copy fails, the caller gets no error, and `repairList`
 * repeats them within a minute.
 */
export async function updateStock(
  { productId, variantId = NO_VARIANT }: StockId,
  update: StockUpdate,
  note: NewNote | undefined,
): Promise<UpdateResult> {
  const stock = { productId, variantId };
  const updateWithNote = note ? withNote(update, note) : update;
  const updateResult = await updateItem({
    ...updateWithNote,
    Key: stockKey(productId, variantId),
    ExpressionAttributeValues: { ...updateWithNote.ExpressionAttributeValues, ":one": 1 },
    ReturnValues: "UPDATED_NEW",
  });
  const newCount = z.safeParse(NewCount, updateResult.ok ? updateResult.item : undefined);
  if (!newCount.success) return updateResult;
  const { available, revision } = newCount.data;
  const wasSoldOut = note !== undefined && available - changeOfAvailable(note) <= 0;
  await tryOrLog("A count could not be copied to the list", stock, async () => {
    // The list is written last: as long as its count is old, `repairList` finds a stock that is back and was not reported.
    if (wasSoldOut && available > 0)
      await reportBackInStock(stock, { revision, soldOutRevision: revision - 1 });
    await updateListedStock({ ...stock, available, revision });
  });
  await moveNotesIfMany(stock, updateResult, note?.kind === "held");
  return updateResult;
}

/** Changes the held pieces of a product or variant, but not the pieces for sale, and writes a note for the history. */
export async function updateHeldStock(stock: StockId, update: StockUpdate, note: NewNote): Promise<void> {
  const { productId, variantId = NO_VARIANT } = stock;
  const updateResult = await updateItem({
    ...withNote(update, note),
    Key: stockKey(productId, variantId),
    ReturnValues: "UPDATED_NEW",
  });
  await moveNotesIfMany({ productId, variantId }, updateResult, false);
}

async function moveNotesIfMany(
  stock: Required<StockId> & { variantId: string },
  { ok, item }: UpdateResult,
  isCheckout: boolean,
): Promise<void> {
  const parsed = z.safeParse(NewNotes, ok ? item : undefined);
  if (!parsed.success || !shouldMoveNotes(parsed.data.notes.length, isCheckout)) return;
  await tryOrLog("Notes of a stock could not be moved to its history", stock, () => moveNotes(stock));
}

/** Logs a failure, because the stock has changed and the work is repeated later. */
async function tryOrLog(failure: string, stock: StockId, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error(failure, { ...stock, error: error instanceof Error ? error : String(error) });
  }
}
