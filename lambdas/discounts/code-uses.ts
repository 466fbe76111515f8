/**
 * Uses of codes. A use begins in the transaction that places an order, and changes in the transactions that
 * change the order, so each order counts exactly once. The use of an unpaid order ends with its hold. A paid order keeps
 * its use, also after a refund, unless the shop could not fulfil the order. The attribute `taken` of a code with a limit, and of
 * a customer with a limit, counts the uses by unpaid and paid orders. `used` of a discount counts the uses by paid orders.
 */
import { tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { codeKey, customerKey, discountKey, readCustomerUses } from "./discount-table.ts";

type Use = NonNullable<StoredOrder["discountUse"]>;
type UseWrite = TransactionWrite<"code" | "customer" | "discount">;

/** After the last use, the count of a customer is kept for this time. */
const KEEP_CUSTOMER_SECONDS = 2 * 365 * 86_400;

const addToCount = (key: object, attribute: "taken" | "used", change: number) => ({
  TableName: tableName(),
  Key: { ...key },
  UpdateExpression: "ADD #count :by",
  ExpressionAttributeNames: { "#count": attribute },
  ExpressionAttributeValues: { ":by": change },
});

/**
 * The write that counts a use of a code. Counting slows down concurrent orders, because all orders with a code write the same
 * item. So only a code with a limit is counted.
 */
const countCode = ({ code, isLimited }: Use, change: number): UseWrite[] =>
  isLimited ? [{ name: "code", Update: addToCount(codeKey(code), "taken", change) }] : [];

/** The write that adds a use by a customer. */
function addCustomerUse({ code, customer }: Use, now: Date): UseWrite[] {
  if (!customer) return [];
  return [
    {
      name: "customer",
      Update: {
        TableName: tableName(),
        Key: customerKey(code, customer.hash),
        UpdateExpression: "ADD #count :by SET #ttl = :ttl",
        ExpressionAttributeNames: { "#count": "taken", "#ttl": "ttl" },
        ExpressionAttributeValues: { ":by": 1, ":ttl": toEpochSeconds(now) + KEEP_CUSTOMER_SECONDS },
      },
    },
  ];
}

/**
 * The write that subtracts the uses of one order (0 or 1) from the count of a customer. A count without other uses is deleted,
 * because its key has a hash of the mail address. If the count has changed since it was read here, and the other of these
 * two writes is now needed, the write fails and the caller has to try again.
 */
async function subtractCustomerUses({ code, customer }: Use, uses: number): Promise<UseWrite[]> {
  if (!customer) return [];
  const key = customerKey(code, customer.hash);
  if ((await readCustomerUses(code, customer.hash)) > uses)
    return [
      {
        name: "customer",
        Update: {
          ...addToCount(key, "taken", -uses),
          ConditionExpression: "#count > :uses",
          ExpressionAttributeValues: { ":by": -uses, ":uses": uses },
        },
      },
    ];
  return [
    {
      name: "customer",
      Delete: {
        TableName: tableName(),
        Key: key,
        ConditionExpression: "attribute_not_exists(pk) OR taken <= :uses",
        ExpressionAttributeValues: { ":uses": uses },
      },
    },
  ];
}

/** The writes that hold a use for a new order. The write `code` or `customer` fails if its limit is reached. */
export function holdCodeUse({ discountUse: use }: StoredOrder, now: Date): UseWrite[] {
  if (!use) return [];
  return [...countCode(use, 1), ...addCustomerUse(use, now)].map((write): UseWrite => {
    const { name, Update } = write;
    if (!Update) return write;
    // The item of a code contains its limit. The item of a customer does not, so the write contains the limit.
    const limit = name === "customer" ? use.customer?.limit : undefined;
    return {
      name,
      Update: {
        ...Update,
        ConditionExpression:
          limit === undefined
            ? "attribute_exists(pk) AND #count < #limit"
            : "attribute_not_exists(#count) OR #count < :limit",
        ExpressionAttributeNames: {
          ...Update.ExpressionAttributeNames,
          ...(limit === undefined ? { "#limit": "limit" } : {}),
        },
        ExpressionAttributeValues: {
          ...Update.ExpressionAttributeValues,
          ...(limit === undefined ? {} : { ":limit": limit }),
        },
      },
    };
  });
}

const stateOfUse = ({ payment, hold, unfulfilled }: StoredOrder): "paid" | "held" | "none" => {
  if (payment.paidSessionId && !unfulfilled) return "paid";
  return hold.state === "held" ? "held" : "none";
};

/**
 * The writes for the use of a code when its order changes:
 * - A hold that ends without payment subtracts its use.
 * - A payment is added to the discount's count of uses.
 * - A payment after the end of the hold adds the use again, even above the limit, because the customer has
 *   paid this price.
 * - A payment of an order that cannot be fulfilled adds no use, because the payment is refunded. If an admin goes on with the
 *   order all the same, the use is added then.
 * - If an operator sets a paid order back to an earlier state, its payment is subtracted.
 * - An erasure of the customer's data subtracts the order's use from the customer's count.
 */
export async function changeCodeUse(before: StoredOrder, after: StoredOrder, now: Date): Promise<UseWrite[]> {
  const { discountUse: use } = after;
  const [stateBefore, stateAfter] = [stateOfUse(before), stateOfUse(after)];
  const usesBefore = Number(stateBefore !== "none");
  if (before.discountUse?.customer && !use?.customer)
    return subtractCustomerUses(before.discountUse, usesBefore);
  if (!use || stateBefore === stateAfter) return [];
  const change = Number(stateAfter !== "none") - usesBefore;
  const paidChange = Number(stateAfter === "paid") - Number(stateBefore === "paid");
  return [
    ...(change === 0 ? [] : countCode(use, change)),
    ...(change > 0 ? addCustomerUse(use, now) : []),
    ...(change < 0 ? await subtractCustomerUses(use, usesBefore) : []),
    ...(paidChange === 0
      ? []
      : [{ name: "discount", Update: addToCount(discountKey(use.discountId), "used", paidChange) } as const]),
  ];
}
