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

/** The name under which stock items know what an order holds. */
const holdKey = ({ orderId, hold }: StoredOrder): string => hold.key ?? orderId;

/**
 * Brings stock and clients' counts to what an order says of its pieces. An order that holds them is left alone.
 * Repeated, it changes nothing. `hold` is the order's trace, where there is one.
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
 * Takes the pieces of an order that does not hold them any more, all or none, under a name of their own: another
 * delivery of the same news may be doing the same. 'busy' while the earlier ones go back,
 * or the order has them by another name: then this has to be tried again.
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

/** Another delivery of the same news holds the pieces for this order, or died holding them: they are not gone. */
async function isHeldByAnotherDelivery(order: StoredOrder, key: string): Promise<boolean> {
  const takes = (await getHold(order.orderId))?.takes ?? [];
  const others = takes.filter((other) => other !== key);
  const held = await waitForAll(others.map((other) => heldPieces(other, piecesOf(order))));
  return held.some((pieces) => pieces.length > 0);
}

/** What was taken again is for sale after all. */
export const freeRetakenPieces = (order: StoredOrder, key: string): Promise<void> =>
  forEachPiece(piecesOf(order), (of) => freePieces(key, of));

/** What became of taking a hold's pieces, and those that were taken. */
type Taking = { result: "taken" | "short" | "crowded" | "limited"; taken: Pieces[] };

/**
 * Takes the pieces of a hold, and counts them for its clients. 'short' when some are gone; 'crowded' and 'limited' when
 * more would wait for payment than may, of the stock or by these clients: the caller then abandons the hold.
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

/** Nothing comes of a hold whose order was never placed: what it took goes back. */
export async function abandonHold(hold: Hold, taken: readonly Pieces[], now: Date): Promise<void> {
  const placed = !(await tryChangeHold(hold.orderId, {
    state: "freeing",
    dueAt: nextCheckAt(now),
    from: ["taking", "freeing"],
  }));
  // The same attempt, sent twice, may have placed it meanwhile.
  if (placed) return;
  await undoHold(hold, taken, now);
}

const undoHold = async (hold: Hold, taken: readonly Pieces[], now: Date): Promise<void> => {
  await forEachPiece(taken, (of) => freePieces(hold.orderId, of));
  await uncountForClients(hold.orderId, hold.pieces, hold, now);
};

/**
 * The last look at a hold that nobody is at work on: what a function that died left undone is done, then the trace
 * goes. `order` is undefined when it was never placed.
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
