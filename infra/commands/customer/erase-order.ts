import { customerKey, readCustomerUses } from "../../../lambdas/discounts/discount-table.ts";
import { parseStored, UnreadableItem } from "../../../lambdas/lib/parse-item.ts";
import { applyChange } from "../../../lambdas/orders/apply-change.ts";
import { deleteConsent } from "../../../lambdas/orders/consent-table.ts";
import { deleteSubscriber } from "../../../lambdas/newsletter/subscriber-table.ts";
import { getAttempt } from "../../../lambdas/orders/order-table.ts";
import { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { EVENT_PREFIX } from "../../../lambdas/orders/outbox-table.ts";
import { deleteNumber, putNumber } from "../../../lambdas/orders/order-number-table.ts";
import { tableName } from "../../../lambdas/lib/dynamodb.ts";
import { transact, type TransactionWrite } from "../../../lambdas/lib/transact.ts";
import { updateItem } from "../../../lambdas/lib/update-item.ts";
import { eraseCustomerOfTickets } from "../../../lambdas/tickets/erase-holder.ts";
import { withdrawConsent } from "../../../lambdas/orders/withdraw-consent.ts";
import { eraseCustomerData, erasureRefusal, wasEverPaid } from "./erasure-rules.ts";
import { deleteItem, readItemsOfOrder, type StoredItem } from "./stored-orders.ts";

/**
 * erased: the order stays, without the customer's data. deleted: the order was never paid, and was deleted completely.
 * gone: the table no longer has the order. unreadable: a part of the order cannot be read, so nothing was erased.
 * refused: the order was not erased, for `reason`.
 */
export type ErasureOutcome = { orderId: string } & (
  | { result: "erased" | "deleted" | "gone" | "unreadable" }
  | { result: "refused"; reason: string }
);
type Plan = { outcome: ErasureOutcome; order?: StoredOrder; items: StoredItem[] };

/** The work on an order that functions have not finished; undefined if all is done. */
function unfinishedWork(items: readonly StoredItem[]): string | undefined {
  if (items.some(({ sk }) => sk === "HOLD")) return "its stock is being settled";
  const hasUnpublishedEvent = items.some(
    ({ sk, duePk }) => String(sk).startsWith(EVENT_PREFIX) && duePk !== undefined,
  );
  return hasUnpublishedEvent ? "an event about it waits to be published" : undefined;
}

/** What erasing an order would do at `now`. Changes nothing. */
export async function planErasure(orderId: string, now: Date): Promise<Plan> {
  const items = await readItemsOfOrder(orderId);
  const storedOrder = items.find(({ sk }) => sk === "ORDER");
  if (!storedOrder) return { outcome: { orderId, result: "gone" }, items };
  try {
    const order = parseStored(StoredOrder, storedOrder);
    const reason = erasureRefusal(order, now) ?? unfinishedWork(items);
    if (reason !== undefined) return { outcome: { orderId, result: "refused", reason }, order, items };
    return { outcome: { orderId, result: wasEverPaid(order) ? "erased" : "deleted" }, order, items };
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error;
    return { outcome: { orderId, result: "unreadable" }, items };
  }
}

/**
 * Erases the personal data of an order with `applyChange`, so that no concurrent change is lost. Deletes an order that was
 * never paid. If the erasure is refused, only the order's consent to the newsletter and the subscriber with its address are removed.
 */
export async function eraseOrder(orderId: string, now: Date): Promise<ErasureOutcome> {
  const { outcome: plannedOutcome, order, items } = await planErasure(orderId, now);
  if (!order) return plannedOutcome;
  if (order.billingInfo) await deleteConsent(order.billingInfo.email, orderId);
  if (order.billingInfo) await deleteSubscriber(order.billingInfo.email);
  const { result } = plannedOutcome;
  if (result === "deleted") return deleteUnpaid(order, items, now);
  if (result === "erased") {
    // These come before the order, because a repeated command does not find an erased order.
    await clearAttempt(order);
    await deleteNumber(order);
  }
  const actor = { by: "shop", now };
  let outcome = plannedOutcome;
  await applyChange(
    orderId,
    (latest) => {
      // The order may have changed since the plan.
      const reason = erasureRefusal(latest, now);
      if (reason !== undefined) outcome = { orderId, result: "refused", reason };
      return outcome.result === "erased" ? eraseCustomerData(latest, actor) : withdrawConsent(latest, actor);
    },
    { now },
  );
  // Last, because a change in the meantime may have made the order's data needed again. If the command crashes before this, a
  // repeated command finds the tickets by their addresses. The event OrderErased has the same effect, but not in a stage that no
  // longer issues tickets.
  if (outcome.result === "erased") await eraseCustomerOfTickets(order);
  if (outcome.result === "refused" && wasEverPaid(order)) await restoreNumber(order);
  return outcome;
}

/** Restores the item by which the customer finds the order: this command, or an earlier one that crashed, has deleted it. */
async function restoreNumber(order: StoredOrder): Promise<void> {
  const writes = putNumber(order);
  if (writes.length > 0) await transact(writes);
}

const attributeEquals = (name: string, value: unknown) => ({
  ConditionExpression: "#name = :value",
  ExpressionAttributeNames: { "#name": name },
  ExpressionAttributeValues: { ":value": value },
});

const attemptKey = ({ attemptId }: StoredOrder) => ({ pk: `ATTEMPT#${attemptId}`, sk: "ATTEMPT" });

/**
 * Removes the hash of the customer's data from the item of the checkout attempt. The item itself stays, so that the attempt's
 * id cannot place a second order.
 */
const clearAttempt = (order: StoredOrder) =>
  updateItem({
    Key: attemptKey(order),
    UpdateExpression: "SET contentHash = :none",
    ConditionExpression: "orderId = :order",
    ExpressionAttributeValues: { ":none": "", ":order": order.orderId },
  });

/** An order, its session, its attempt and its use of a discount code take four of the 100 writes of a transaction. */
const MAX_OTHER_ITEMS = 96;

const deletionOf = (name: string, { pk, sk }: StoredItem, condition: object = {}): TransactionWrite => ({
  name,
  Delete: { TableName: tableName(), Key: { pk, sk }, ...condition },
});

/**
 * Deletes the count of the customer's uses of the order's discount code, whose key has a hash of the mail address, unless it
 * counts other orders too.
 */
async function deletionOfUnusedCount({ discountUse }: StoredOrder): Promise<TransactionWrite[]> {
  if (!discountUse?.customer) return [];
  const { code, customer } = discountUse;
  if ((await readCustomerUses(code, customer.hash)) > 0) return [];
  const ifUnused = {
    ConditionExpression: "attribute_not_exists(pk) OR taken <= :zero",
    ExpressionAttributeValues: { ":zero": 0 },
  };
  return [deletionOf("discount uses", customerKey(code, customer.hash), ifUnused)];
}

/**
 * Deletes an order that was never paid, with all items of its partition and the items that refer to it: in one transaction,
 * because a repeated command finds them only by the order. Items above the limit of a transaction are deleted before.
 */
async function deleteUnpaid(order: StoredOrder, items: StoredItem[], now: Date): Promise<ErasureOutcome> {
  const { orderId, stripeSessionId, version, attemptId } = order;
  const otherItems = items.filter(({ sk }) => sk !== "ORDER");
  for (const item of otherItems.slice(MAX_OTHER_ITEMS)) await deleteItem(item);
  // The attempt may belong to another order by now, if the customer has tried the same checkout again.
  const hasAttempt = (await getAttempt(attemptId))?.orderId === orderId;
  const { ok } = await transact([
    deletionOf("order", { pk: `ORDER#${orderId}`, sk: "ORDER" }, attributeEquals("version", version)),
    ...otherItems.slice(0, MAX_OTHER_ITEMS).map((item) => deletionOf("item", item)),
    ...(stripeSessionId === undefined
      ? []
      : [deletionOf("session", { pk: `SESSION#${stripeSessionId}`, sk: "SESSION" })]),
    ...(hasAttempt ? [deletionOf("attempt", attemptKey(order), attributeEquals("orderId", orderId))] : []),
    ...(await deletionOfUnusedCount(order)),
  ]);
  return ok ? { orderId, result: "deleted" } : eraseOrder(orderId, now);
}
