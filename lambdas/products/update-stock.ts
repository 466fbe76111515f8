import type { UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { log } from "../lib/log.ts";
import type { UpdateResult } from "../lib/update-item.ts";
import { updateItem } from "../lib/update-item.ts";
import type { StockCount } from "./listed-table.ts";
import { listStock } from "./listed-table.ts";
import { NO_VARIANT, stockKey } from "./product-table.ts";

type StockChange = Omit<UpdateCommandInput, "TableName" | "Key" | "ReturnValues"> & {
  /** Must contain `ADD revision :one`. */
  UpdateExpression: string;
};

const NewCount = z.object({ available: z.int(), revision: z.int() });

/**
 * Changes the pieces for sale of a product or variant by one conditional update, then copies the new count to the
 * ready-made list. If the copy fails, the caller gets no error, and `repairList` makes the copy within a minute.
 */
export async function updateStock(
  { productId, variantId = NO_VARIANT }: { productId: string; variantId?: string | undefined },
  change: StockChange,
): Promise<UpdateResult> {
  const result = await updateItem({
    ...change,
    Key: stockKey(productId, variantId),
    ExpressionAttributeValues: { ...change.ExpressionAttributeValues, ":one": 1 },
    ReturnValues: "UPDATED_NEW",
  });
  const count = z.safeParse(NewCount, result.ok ? result.item : undefined);
  if (count.success) await copyToList({ productId, variantId, ...count.data });
  return result;
}

async function copyToList(count: StockCount): Promise<void> {
  try {
    await listStock(count);
  } catch (error) {
    const { productId, variantId } = count;
    log.error("A count could not be copied to the list", {
      productId,
      variantId,
      error: error instanceof Error ? error : String(error),
    });
  }
}
