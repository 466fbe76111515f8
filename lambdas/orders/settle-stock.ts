import { waitForAll } from "../lib/wait-for-all.ts";
import type { Pieces } from "../products/stock-table.ts";
import {
  forgetRestock,
  freePieces,
  heldPieces,
  restockPieces,
  sellPieces,
  takePieces,
} from "../products/stock-table.ts";
import { countForClient, uncountForClient } from "./client-table.ts";
import type { CheckoutLimits } from "./hold-limits.ts";
import type { Hold } from "./hold-table.ts";
import {
  beginTaking,
  nextCheckAt,
  claimHoldForClosing,
  deleteHold,
  getHold,
  retireRestocks,
  tryChangeHold,
} from "./hold-table.ts";
import type { StoredOrder } from "./stored-order.ts";
import { piecesOf } from "./stored-order.ts";

const forEachPiece = async (
  pieces: readonly Pieces[],
  action: (piece: Pieces) => Promise<void>,
): Promise<void> => void (await waitForAll(pieces.map(action)));

/** The key under which stock items record an order's hold. */
const holdKey = ({ orderId, hold }: StoredOrder): string => hold.key ?? orderId;

/**
 * Brings stock and the clients' counts to the state of the order, unless the order still holds its pieces.
 * Idempotent. `hold` is the order's hold item, if it exists.
 */
export async function settleStock(order: StoredOrder, hold: Hold | undefined, now: Date): Promise<void> {
  const { orderId } = order;
  const pieces = piecesOf(order);
  const key = holdKey(order);
  if (order.hold.state !== "held") {
    await forEachPiece(await heldPieces(key, pieces), (piece) =>
      order.hold.state === "sold" ? sellPieces(key, piece) : freePieces(key, piece),
    );
    await uncountForClients(orderId, pieces, hold, now);
  }
  for (const changeId of hold?.restocks ?? [])
    await forEachPiece(pieces, (piece) => restockPieces(changeId, piece));
}

const uncountForClients = (orderId: string, pieces: readonly Pieces[], hold: Hold | undefined, now: Date) =>
  waitForAll((hold?.clients ?? []).map((client) => uncountForClient(client, orderId, pieces, now)));

/**
 * Takes all pieces of an order that no longer holds its pieces, or none. Each call needs a new `key`,
 * because another delivery of the same event may take the pieces too. 'busy': earlier pieces are being freed,
 * or another delivery holds pieces; the caller should try again later.
 */
export async function retakePieces(
  order: StoredOrder,
  key: string,
  now: Date,
): Promise<"taken" | "short" | "busy"> {
  const pieces = piecesOf(order);
  if (!(await beginTaking(order.orderId, pieces, key, now))) return "busy";
  const results = await waitForAll(pieces.map((piece) => takePieces(key, piece)));
  if (results.every((result) => result === "taken")) return "taken";
  await freeRetakenPieces(order, key);
  return (await isHeldByAnotherDelivery(order, key)) ? "busy" : "short";
}

/** Whether another delivery of the same event holds pieces for this order, or died while it held pieces. */
async function isHeldByAnotherDelivery(order: StoredOrder, key: string): Promise<boolean> {
  const takes = (await getHold(order.orderId))?.takes ?? [];
  const others = takes.filter((other) => other !== key);
  const held = await waitForAll(others.map((other) => heldPieces(other, piecesOf(order))));
  return held.some((pieces) => pieces.length > 0);
}

/** Frees the pieces that `retakePieces` took. */
export const freeRetakenPieces = (order: StoredOrder, key: string): Promise<void> =>
  forEachPiece(piecesOf(order), (piece) => freePieces(key, piece));

/** `taken`: the pieces that were taken, also when the result is not 'taken'. */
type Taking = { result: "taken" | "short" | "crowded" | "limited"; taken: Pieces[] };

/**
 * Takes the pieces of a hold and counts them for the hold's clients. 'short': some pieces are sold out.
 * 'crowded': the limit of held pieces of a product is reached. 'limited': a client's limit is reached. Unless
 * the result is 'taken', the caller abandons the hold.
 */
export async function takeForOrder(
  { orderId, pieces, clients = [] }: Hold,
  limits: CheckoutLimits,
  now: Date,
): Promise<Taking> {
  const taken: Pieces[] = [];
  const results = await waitForAll([
    ...pieces.map(async (piece) => {
      const result = await takePieces(orderId, piece, limits.maxHeld(piece));
      if (result === "taken") taken.push(piece);
      return result === "limited" ? "crowded" : result;
    }),
    ...clients.map(async (client) =>
      (await countForClient(client, orderId, pieces, limits.limitOf(client), now)) ? "taken" : "limited",
    ),
  ]);
  const failure = (["short", "crowded", "limited"] as const).find((result) => results.includes(result));
  return { result: failure ?? "taken", taken };
}

/** Frees the pieces of a hold whose order was never placed. */
export async function abandonHold(hold: Hold, taken: readonly Pieces[], now: Date): Promise<void> {
  const isFreeing = await tryChangeHold(hold.orderId, {
    state: "freeing",
    dueAt: nextCheckAt(now),
    from: ["taking", "freeing"],
  });
  // If not, a repeated request of the same attempt has placed the order meanwhile.
  if (isFreeing) await undoHold(hold, taken, now);
}

const undoHold = async (hold: Hold, taken: readonly Pieces[], now: Date): Promise<void> => {
  await forEachPiece(taken, (piece) => freePieces(hold.orderId, piece));
  await uncountForClients(hold.orderId, hold.pieces, hold, now);
};

/**
 * Closes a hold that no invocation works on: finishes the work of an invocation that died, then deletes the
 * hold item. `order` is undefined when the order was never placed.
 */
export async function closeHold(hold: Hold, order: StoredOrder | undefined, now: Date): Promise<void> {
  if (hold.state !== "freeing" && !(await claimHoldForClosing(hold))) return;
  if (order) await settleStock(order, hold, now);
  else await undoHold(hold, await heldPieces(hold.orderId, hold.pieces), now);
  const unusedKeys = (hold.takes ?? []).filter((key) => key !== order?.hold.key);
  for (const key of unusedKeys)
    await forEachPiece(await heldPieces(key, hold.pieces), (piece) => freePieces(key, piece));
  if (!(await retireRestocks(hold))) return;
  for (const changeId of [...(hold.restocks ?? []), ...(hold.retired ?? [])])
    await forEachPiece(hold.pieces, (piece) => forgetRestock(changeId, piece));
  await deleteHold(hold.orderId);
}
