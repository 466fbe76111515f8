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
import type { HoldRules } from "./hold-limits.ts";
import type { Hold } from "./hold-table.ts";
import {
  beginTaking,
  nextCheckAt,
  claimHold,
  deleteHold,
  getHold,
  retireRestocks,
  tryChangeHold,
} from "./hold-table.ts";
import type { StoredOrder } from "./stored-order.ts";
import { piecesOf } from "./stored-order.ts";

const forEachPiece = async (pieces: readonly Pieces[], work: (of: Pieces) => Promise<void>): Promise<void> =>
  void (await waitForAll(pieces.map(work)));

/** The key of an order's holds on stock items. */
const holdKey = ({ orderId, hold }: StoredOrder): string => hold.key ?? orderId;

/**
 * Brings stock and clients' counts to the state of the order, unless it still holds its pieces. Idempotent. `hold` is the
 * order's hold item, if it exists.
 */
export async function settleStock(order: StoredOrder, hold: Hold | undefined, now: Date): Promise<void> {
  const { orderId } = order;
  const pieces = piecesOf(order);
  const key = holdKey(order);
  if (order.hold.state !== "held") {
    await forEachPiece(await heldPieces(key, pieces), (of) =>
      order.hold.state === "sold" ? sellPieces(key, of) : freePieces(key, of),
    );
    await uncountForClients(orderId, pieces, hold, now);
  }
  for (const change of hold?.restocks ?? []) await forEachPiece(pieces, (of) => restockPieces(change, of));
}

const uncountForClients = (orderId: string, pieces: readonly Pieces[], hold: Hold | undefined, now: Date) =>
  waitForAll((hold?.clients ?? []).map((client) => uncountForClient(client, orderId, pieces, now)));

/**
 * Takes all pieces of an order that no longer holds them, or none. `key` is new, because another delivery of the same
 * event may do the same. 'busy' while earlier pieces are being freed or another delivery holds them: try again later.
 */
export async function retakePieces(
  order: StoredOrder,
  key: string,
  now: Date,
): Promise<"taken" | "short" | "busy"> {
  const pieces = piecesOf(order);
  if (!(await beginTaking(order.orderId, pieces, key, now))) return "busy";
  const taken = await waitForAll(pieces.map((of) => takePieces(key, of)));
  if (taken.every((result) => result === "taken")) return "taken";
  await freeRetakenPieces(order, key);
  return (await isHeldByAnotherDelivery(order, key)) ? "busy" : "short";
}

/** Another delivery of the same event holds pieces for this order, or died while it held them. */
async function isHeldByAnotherDelivery(order: StoredOrder, key: string): Promise<boolean> {
  const takes = (await getHold(order.orderId))?.takes ?? [];
  const others = takes.filter((other) => other !== key);
  const held = await waitForAll(others.map((other) => heldPieces(other, piecesOf(order))));
  return held.some((pieces) => pieces.length > 0);
}

/** Frees retaken pieces. */
export const freeRetakenPieces = (order: StoredOrder, key: string): Promise<void> =>
  forEachPiece(piecesOf(order), (of) => freePieces(key, of));

/** `taken` are the pieces that were taken, also when others were not. */
type Taking = { result: "taken" | "short" | "crowded" | "limited"; taken: Pieces[] };

/**
 * Takes the pieces of a hold and counts them for its clients. 'short': some are sold out. 'crowded' and 'limited': more of
 * the stock, or by these clients, would be held than allowed. The caller then abandons the hold.
 */
export async function takeForOrder(
  { orderId, pieces, clients = [] }: Hold,
  rules: HoldRules,
  now: Date,
): Promise<Taking> {
  const taken: Pieces[] = [];
  const results = await waitForAll([
    ...pieces.map(async (of) => {
      const result = await takePieces(orderId, of, rules.mostHeld(of));
      if (result === "taken") taken.push(of);
      return result === "limited" ? "crowded" : result;
    }),
    ...clients.map(async (client) =>
      (await countForClient(client, orderId, pieces, rules.of(client), now)) ? "taken" : "limited",
    ),
  ]);
  const worst = (["short", "crowded", "limited"] as const).find((result) => results.includes(result));
  return { result: worst ?? "taken", taken };
}

/** Frees the pieces of a hold whose order was never placed. */
export async function abandonHold(hold: Hold, taken: readonly Pieces[], now: Date): Promise<void> {
  const placed = !(await tryChangeHold(hold.orderId, {
    state: "freeing",
    dueAt: nextCheckAt(now),
    from: ["taking", "freeing"],
  }));
  // A repeated request of the same attempt has placed the order meanwhile.
  if (placed) return;
  await undoHold(hold, taken, now);
}

const undoHold = async (hold: Hold, taken: readonly Pieces[], now: Date): Promise<void> => {
  await forEachPiece(taken, (of) => freePieces(hold.orderId, of));
  await uncountForClients(hold.orderId, hold.pieces, hold, now);
};

/**
 * Closes a hold that no invocation works on: finishes the work of one that died, then deletes the hold item. `order` is
 * undefined when it was never placed.
 */
export async function closeHold(hold: Hold, order: StoredOrder | undefined, now: Date): Promise<void> {
  if (hold.state !== "freeing" && !(await claimHold(hold))) return;
  if (order) await settleStock(order, hold, now);
  else await undoHold(hold, await heldPieces(hold.orderId, hold.pieces), now);
  const stray = (hold.takes ?? []).filter((key) => key !== order?.hold.key);
  for (const key of stray)
    await forEachPiece(await heldPieces(key, hold.pieces), (of) => freePieces(key, of));
  if (!(await retireRestocks(hold))) return;
  for (const change of [...(hold.restocks ?? []), ...(hold.retired ?? [])])
    await forEachPiece(hold.pieces, (of) => forgetRestock(change, of));
  await deleteHold(hold.orderId);
}
