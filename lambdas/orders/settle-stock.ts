import { waitForAll } from "../lib/wait-for-all.ts";
import type { Pieces } from "../products/stock-table.ts";
import {
  removeRestockRecord,
  freePieces,
  readHeldPieces,
  restockPieces,
  sellPieces,
  takePieces,
} from "../products/stock-table.ts";
import { countForClient, uncountForClient } from "./client-table.ts";
import type { CheckoutLimits } from "./hold-limits.ts";
import type { HoldItem } from "./hold-table.ts";
import {
  beginRetaking,
  nextCheckAt,
  claimHoldForClosing,
  deleteHold,
  getHold,
  markRestocksDone,
  tryChangeHold,
} from "./hold-table.ts";
import type { StoredOrder } from "./stored-order.ts";
import { piecesOf, remainingPiecesOf } from "./stored-order.ts";

async function forEachStock(
  allPieces: readonly Pieces[],
  action: (pieces: Pieces) => Promise<void>,
): Promise<void> {
  await waitForAll(allPieces.map(action));
}

/** The key under which stock items record an order's hold. */
const holdKey = ({ orderId, hold }: StoredOrder): string => hold.key ?? orderId;

/**
 * If the order's hold has ended: sells or frees its pieces, and removes them from the counts of the clients that
 * held them. Then makes the restocks that the hold item lists. Idempotent. `hold` is the order's hold
 * item; without it, only the pieces are sold or freed.
 */
export async function settleStock(order: StoredOrder, hold: HoldItem | undefined, now: Date): Promise<void> {
  const { orderId } = order;
  const pieces = piecesOf(order);
  const key = holdKey(order);
  if (order.hold.state !== "held") {
    await forEachStock(await readHeldPieces(key, pieces), (line) =>
      order.hold.state === "sold" ? sellPieces({ key, orderId }, line) : freePieces({ key, orderId }, line),
    );
    await uncountForClients(orderId, pieces, hold, now);
  }
  for (const { id, pieces: piecesToRestock = pieces } of hold?.restocks ?? [])
    await forEachStock(piecesToRestock, (line) => restockPieces(id, orderId, line));
}

const uncountForClients = (
  orderId: string,
  pieces: readonly Pieces[],
  hold: HoldItem | undefined,
  now: Date,
) => waitForAll((hold?.clients ?? []).map((client) => uncountForClient(client, orderId, pieces, now)));

/**
 * Takes all or none of the pieces of an order whose hold has ended. Each call needs a new `key`, because another call for the
 * order may take the pieces at the same time. 'short': some pieces are sold out. 'busy': the pieces of the ended hold are
 * still being freed, or another call holds pieces; the caller should try again later.
 */
export async function retakePieces(
  order: StoredOrder,
  key: string,
  now: Date,
): Promise<"taken" | "short" | "busy"> {
  const pieces = remainingPiecesOf(order);
  if (!(await beginRetaking(order.orderId, piecesOf(order), key, now))) return "busy";
  // The function that ended the hold may have crashed before it freed or restocked the pieces, so this is done first.
  await settleStock(order, await getHold(order.orderId), now);
  const results = await waitForAll(pieces.map((line) => takePieces({ key, orderId: order.orderId }, line)));
  if (results.every((result) => result === "taken")) return "taken";
  await freeRetakenPieces(order, key);
  return (await isHeldByAnotherCall(order, key)) ? "busy" : "short";
}

/** Whether another call of `retakePieces` holds pieces for this order, or crashed while it held pieces. */
async function isHeldByAnotherCall(order: StoredOrder, key: string): Promise<boolean> {
  const keys = (await getHold(order.orderId))?.takes ?? [];
  const otherKeys = keys.filter((otherKey) => otherKey !== key);
  const heldByOtherKeys = await waitForAll(
    otherKeys.map((otherKey) => readHeldPieces(otherKey, piecesOf(order))),
  );
  return heldByOtherKeys.some((pieces) => pieces.length > 0);
}

export const freeRetakenPieces = (order: StoredOrder, key: string): Promise<void> =>
  forEachStock(remainingPiecesOf(order), (line) => freePieces({ key, orderId: order.orderId }, line));

/** If not all pieces could be taken, `takenPieces` may still contain some of them. */
type TakeResult = { result: "taken" | "short" | "crowded" | "limited"; takenPieces: Pieces[] };

/**
 * Takes the pieces of a hold and counts them for the hold's clients. 'short': some pieces are sold out.
 * 'crowded': the product's limit of held pieces is reached. 'limited': a client's limit is reached. Unless
 * the result is 'taken', the caller abandons the hold.
 */
export async function takeForOrder(
  { orderId, pieces, clients = [] }: HoldItem,
  limits: CheckoutLimits,
  now: Date,
): Promise<TakeResult> {
  const takenPieces: Pieces[] = [];
  const results = await waitForAll([
    ...pieces.map(async (line) => {
      const result = await takePieces({ key: orderId, orderId }, line, limits.maxHeld(line));
      if (result === "taken") takenPieces.push(line);
      // `takePieces` returns "limited" for the limit of a product. In the result, "limited" means the limit of a client.
      return result === "limited" ? "crowded" : result;
    }),
    ...clients.map(async (client) =>
      (await countForClient(client, orderId, pieces, limits.limitOf(client), now)) ? "taken" : "limited",
    ),
  ]);
  const failure = (["short", "crowded", "limited"] as const).find((result) => results.includes(result));
  return { result: failure ?? "taken", takenPieces };
}

/**
 * Prevents the order of a hold from being placed, and frees `takenPieces`. False if the order has been placed or the hold was
 * deleted: then nothing is changed.
 */
export async function abandonHold(
  hold: HoldItem,
  takenPieces: readonly Pieces[],
  now: Date,
): Promise<boolean> {
  const isFreeing = await tryChangeHold(hold.orderId, {
    state: "freeing",
    dueAt: nextCheckAt(now),
    from: ["taking", "freeing"],
  });
  if (isFreeing) await undoHold(hold, takenPieces, now);
  return isFreeing;
}

const undoHold = async (hold: HoldItem, takenPieces: readonly Pieces[], now: Date): Promise<void> => {
  await forEachStock(takenPieces, (line) => freePieces({ key: hold.orderId, orderId: hold.orderId }, line));
  await uncountForClients(hold.orderId, hold.pieces, hold, now);
};

/**
 * Closes a hold that no invocation works on: finishes the work of an invocation that crashed, then deletes the
 * hold item. `order` is undefined when the order was never placed.
 */
export async function closeHold(dueHold: HoldItem, order: StoredOrder | undefined, now: Date): Promise<void> {
  const hold = await claimHoldForClosing(dueHold, now);
  if (!hold) return;
  if (order) await settleStock(order, hold, now);
  else await undoHold(hold, await readHeldPieces(hold.orderId, hold.pieces), now);
  const unusedKeys = (hold.takes ?? []).filter((key) => key !== order?.hold.key);
  for (const key of unusedKeys)
    await forEachStock(await readHeldPieces(key, hold.pieces), (line) =>
      freePieces({ key, orderId: hold.orderId }, line),
    );
  // After this, no retry makes the restocks again, so their records on the stock items can be removed.
  if (!(await markRestocksDone(hold))) return;
  for (const changeId of [...(hold.restocks ?? []).map(({ id }) => id), ...(hold.retired ?? [])])
    await forEachStock(hold.pieces, (line) => removeRestockRecord(changeId, line));
  await deleteHold(hold);
}
