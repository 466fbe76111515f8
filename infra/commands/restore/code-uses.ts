import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import { changeCodeUse } from "../../../lambdas/discounts/code-uses.ts";
import { transact } from "../../../lambdas/lib/transact.ts";
import { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import type { RestoreContext } from "./chosen-items.ts";
import type { Item } from "./copy-rules.ts";

/** Counts the use of the replaced order's discount code as the earlier order has it, because later changes go on from there. */
export async function restoreCodeUse(
  { now, print }: Pick<RestoreContext, "now" | "print">,
  liveOrder: Item,
  earlierOrder: Item,
): Promise<void> {
  const [before, after] = [liveOrder, earlierOrder].map((order) =>
    z.safeParse(StoredOrder, unmarshall(order)),
  );
  if (!before?.success || !after?.success) return;
  try {
    const writes = (await changeCodeUse(before.data, after.data, now)).map((write) =>
      // A code or a discount that is lost too must not come back as a count alone.
      write.Update && write.name !== "customer"
        ? { ...write, Update: { ...write.Update, ConditionExpression: "attribute_exists(pk)" } }
        : write,
    );
    if (writes.length === 0 || (await transact(writes)).ok) return;
  } catch {
    // The order is replaced already, so its other items are restored too.
  }
  print(
    `${after.data.orderId}: the uses of its discount code could not be corrected, and may be wrong by one.`,
  );
}
