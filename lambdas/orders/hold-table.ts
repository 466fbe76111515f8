/**
 * The write-ahead record of an order's hold on stock. The item is written before the first piece is taken, and deleted
 * when stock and order agree. With it `reconcile-checkouts` can finish the work of a function that crashed.
 * | item | pk | sk | index `due` |
 * | hold | ORDER#<id> | HOLD | HOLDS#<shard>, <due time>#<order id> |
 * States. taking: pieces are being taken; the order may not exist yet. placed: the order exists and holds the
 * pieces. ended: the order's hold is over, and stock has to be sold or freed. freeing: one run is doing this, or gives back the
 * pieces of a checkout that took too few; `closeHold` then deletes the item.
 */
import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Timestamp } from "../../shared/timestamp.ts";
import { documentClient, tableName } from "../lib/dynamodb.ts";
import { readAllShards, shardOf } from "../../shared/shards.ts";
import { readItems } from "../lib/read-items.ts";
import { isConditionMet } from "../lib/is-condition-met.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { updateItem } from "../lib/update-item.ts";
import type { Pieces } from "../products/stock-table.ts";

/** The time until a hold is checked again. No invocation works on one hold for so long. */
const NEXT_CHECK_MS = 2 * 60_000;

const HeldPieces = z.array(
  z.object({ productId: z.string(), variantId: z.optional(z.string()), quantity: z.int() }),
);

/** A change of an order that put pieces back on sale. Old items have only the change's id, which means all pieces. */
const Restock = z.union([
  z.object({ id: z.string(), pieces: HeldPieces }),
  z.pipe(
    z.string(),
    z.transform((id) => ({ id, pieces: undefined })),
  ),
]);

export const HoldItem = z.object({
  orderId: z.string(),
  state: z.enum(["taking", "placed", "ended", "freeing"]),
  pieces: HeldPieces,
  /** Whose limits of unpaid pieces these pieces count towards: the visitor's key, then the key of the IP address. */
  clients: z.optional(z.array(z.string())),
  /** Keys under which pieces were retaken after the first hold had ended. */
  takes: z.optional(z.array(z.string())),
  restocks: z.optional(z.array(Restock)),
  /** Ids of restocks that `markRestocksDone` has recorded as done, so their records on stock items may be removed. */
  retired: z.optional(z.array(z.string())),
  /** When to reconcile the hold. */
  dueAt: Timestamp,
});
export type HoldItem = z.infer<typeof HoldItem>;

const keyOf = (orderId: string) => ({ pk: `ORDER#${orderId}`, sk: "HOLD" });
const dueKeys = (orderId: string, dueAt: string) => ({
  duePk: shardOf("HOLDS", orderId),
  dueSk: `${dueAt}#${orderId}`,
});

/** When to reconcile a hold that an invocation works on now. */
export const nextCheckAt = (now: Date): string => new Date(+now + NEXT_CHECK_MS).toISOString();

/** The write that creates the hold item before pieces are taken. */
export const putHold = (hold: HoldItem): TransactionWrite<"hold"> => ({
  name: "hold",
  Put: {
    TableName: tableName(),
    Item: { ...keyOf(hold.orderId), ...dueKeys(hold.orderId, hold.dueAt), ...hold },
    ConditionExpression: "attribute_not_exists(pk)",
  },
});

type HoldChange = {
  state: HoldItem["state"];
  dueAt: string;
  /** The change succeeds only in these states. Without `from` it succeeds in any state, and also if no hold exists. */
  from?: HoldItem["state"][];
  /** Required if the hold may not exist. */
  pieces?: readonly Pieces[];
  restock?: { id: string; pieces: Pieces[] };
};

function updateInputOf(orderId: string, { state, dueAt, from, pieces, restock }: HoldChange) {
  const assignments = [
    "#state = :state, orderId = :orderId, duePk = :duePk, dueSk = :dueSk, dueAt = :dueAt",
    ...(pieces ? ["pieces = :pieces"] : []),
    ...(restock ? ["restocks = list_append(if_not_exists(restocks, :none), :restock)"] : []),
  ];
  const { duePk, dueSk } = dueKeys(orderId, dueAt);
  return {
    Key: keyOf(orderId),
    UpdateExpression: `SET ${assignments.join(", ")}`,
    ...(from ? { ConditionExpression: `#state IN (${from.map((_, i) => `:from${i}`).join(", ")})` } : {}),
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: {
      ":state": state,
      ":orderId": orderId,
      ":duePk": duePk,
      ":dueSk": dueSk,
      ":dueAt": dueAt,
      ...(pieces ? { ":pieces": pieces } : {}),
      ...(restock ? { ":none": [], ":restock": [restock] } : {}),
      ...Object.fromEntries((from ?? []).map((fromState, i) => [`:from${i}`, fromState])),
    },
  };
}

/** The write that changes a hold in the order's transaction. */
export const changeHold = (orderId: string, change: HoldChange): TransactionWrite<"hold"> => ({
  name: "hold",
  Update: { TableName: tableName(), ...updateInputOf(orderId, change) },
});

/** Changes a hold outside of a transaction; false when the hold is in none of the states `from`. */
export const tryChangeHold = async (orderId: string, change: HoldChange): Promise<boolean> =>
  (await updateItem(updateInputOf(orderId, change))).ok;

/**
 * Records that an order is about to retake its pieces under `takeKey`; false while earlier pieces are being freed.
 */
export async function beginRetaking(
  orderId: string,
  pieces: readonly Pieces[],
  takeKey: string,
  now: Date,
): Promise<boolean> {
  const change = updateInputOf(orderId, { state: "taking", dueAt: nextCheckAt(now), pieces });
  const { ok } = await updateItem({
    ...change,
    UpdateExpression: `${change.UpdateExpression}, takes = list_append(if_not_exists(takes, :none), :take)`,
    ConditionExpression: "attribute_not_exists(pk) OR #state <> :freeing",
    ExpressionAttributeValues: {
      ...change.ExpressionAttributeValues,
      ":freeing": "freeing",
      ":none": [],
      ":take": [takeKey],
    },
  });
  return ok;
}

/**
 * Claims a due hold for this run, which alone may sell or free its pieces and delete it until the next check. Returns the
 * claimed hold, or undefined if the hold has changed since it was read. Only one run may close a hold: if two runs restocked, the
 * pieces would be restocked twice, because the faster run removes the records of its restocks from the stock items. A hold of a
 * crashed run can be claimed again. The index key is not changed, because that would cost write units.
 */
export async function claimHoldForClosing(hold: HoldItem, now: Date): Promise<HoldItem | undefined> {
  const claimedHold: HoldItem = { ...hold, state: "freeing", dueAt: nextCheckAt(now) };
  const { ok } = await updateItem({
    Key: keyOf(hold.orderId),
    UpdateExpression: "SET #state = :freeing, dueAt = :dueAt",
    ConditionExpression: "#state = :stateWas AND dueAt = :dueAtWas",
    ExpressionAttributeNames: { "#state": "state" },
    ExpressionAttributeValues: {
      ":freeing": claimedHold.state,
      ":dueAt": claimedHold.dueAt,
      ":stateWas": hold.state,
      ":dueAtWas": hold.dueAt,
    },
  });
  return ok ? claimedHold : undefined;
}

/** The condition that a hold is still claimed by this run. */
const claimCondition = ({ dueAt }: Pick<HoldItem, "dueAt">) => ({
  ConditionExpression: "#state = :freeing AND dueAt = :dueAt",
  ExpressionAttributeNames: { "#state": "state" },
  ExpressionAttributeValues: { ":freeing": "freeing", ":dueAt": dueAt },
});

/** Records that all restocks of a claimed hold are done; false when the hold is not claimed any more. */
export async function markRestocksDone(hold: HoldItem): Promise<boolean> {
  const { orderId, restocks = [], retired = [] } = hold;
  if (restocks.length === 0) return true;
  const condition = claimCondition(hold);
  const { ok } = await updateItem({
    ...condition,
    Key: keyOf(orderId),
    UpdateExpression: "SET retired = :retired REMOVE restocks",
    ExpressionAttributeValues: {
      ...condition.ExpressionAttributeValues,
      ":retired": [...retired, ...restocks.map(({ id }) => id)],
    },
  });
  return ok;
}

/**
 * Deletes a hold if it is still claimed, and no transaction is changing it. Otherwise a later run closes the hold again.
 */
export async function deleteHold(hold: HoldItem): Promise<void> {
  const deletion = { TableName: tableName(), Key: keyOf(hold.orderId), ...claimCondition(hold) };
  try {
    await isConditionMet(documentClient().send(new DeleteCommand(deletion)));
  } catch (error) {
    if (!(error instanceof TransactionConflictException)) throw error;
  }
}

export async function getHold(orderId: string): Promise<HoldItem | undefined> {
  const { Item } = await documentClient().send(
    new GetCommand({ TableName: tableName(), Key: keyOf(orderId), ConsistentRead: true }),
  );
  return Item && z.parse(HoldItem, Item);
}

/** The due times of the holds of these orders, by order id. */
export async function readDueTimes(orderIds: readonly string[]): Promise<Map<string, string>> {
  const DueItem = z.object({ orderId: z.string(), dueAt: Timestamp });
  return new Map(
    (await readItems(orderIds.map(keyOf))).map((item) => {
      const { orderId, dueAt } = z.parse(DueItem, item);
      return [orderId, dueAt];
    }),
  );
}

/**
 * The ids of orders whose holds are due by the index: the oldest `limit` of each index partition. A hold that a run has claimed
 * keeps its index key, so the caller also checks `dueAt`.
 */
export const readOrderIdsOfDueHolds = (now: Date, limit: number): Promise<string[]> =>
  readAllShards("HOLDS", async (shard) => {
    const { Items = [] } = await documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        IndexName: "due",
        KeyConditionExpression: "duePk = :holds AND dueSk < :now",
        ExpressionAttributeValues: { ":holds": shard, ":now": `${now.toISOString()}#~` },
        Limit: limit,
      }),
    );
    return Items.map(({ pk }) => String(pk).replace("ORDER#", ""));
  });

/** Moves a hold that could not be reconciled behind all holds that are due now, so that the next run reads those first. */
export async function postponeHold(orderId: string, now: Date): Promise<void> {
  await updateItem({
    Key: keyOf(orderId),
    UpdateExpression: "SET dueSk = :now",
    ConditionExpression: "attribute_exists(duePk)",
    ExpressionAttributeValues: { ":now": `${now.toISOString()}#${orderId}` },
  });
}
