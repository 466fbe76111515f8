import { CommandError } from "../command.ts";
import {
  restoreOrder,
  restorePartition,
  restoreProduct,
  type RestoreContext,
  type RestorePictures,
} from "./chosen-items.ts";

/** What the operator has named, by argument: ids of orders and products, and partition keys. */
type Choice = Record<"order" | "product" | "partition", readonly string[]>;

/** Throws for a text that is not an id, before the command waits hours for AWS to restore a table. */
export function requireIds({
  order: orderIds,
  product: productIds,
}: Pick<Choice, "order" | "product">): void {
  const requirePrefix = (ids: readonly string[], prefix: string, kind: string) => {
    const invalidId = ids.find((id) => !new RegExp(`^${prefix}_[0-9A-Z]{26}$`).test(id));
    if (invalidId !== undefined)
      throw new CommandError(`${invalidId} is not the id of ${kind}: ${prefix}_ and 26 letters or digits.`);
  };
  requirePrefix(orderIds, "ord", "an order");
  requirePrefix(productIds, "prd", "a product");
}

/** Restores what the operator has chosen. Returns false if something was not found or cannot be restored. */
export async function restoreChosen(
  context: RestoreContext,
  { order: orderIds, product: productIds, partition: partitionKeys }: Choice,
  restorePictures: RestorePictures,
): Promise<boolean> {
  const results: boolean[] = [];
  for (const orderId of orderIds) results.push(await restoreOrder(context, orderId));
  for (const productId of productIds) results.push(await restoreProduct(context, productId, restorePictures));
  for (const pk of partitionKeys) results.push(await restorePartition(context, pk));
  return !results.includes(false);
}
