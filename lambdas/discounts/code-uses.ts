/**
 * Uses of codes. A use begins in the transaction that places an order, and changes in the transactions that
 * change the order, so each order counts exactly once. The use of an unpaid order ends with its hold. A paid order keeps
 * its use, also after a refund, unless the shop could not fulfil the order. The attribute `taken` counts all these uses of a
 * code with a limit or of a customer with a limit, `used` those of all paid orders with the discount.
 */
import { tableName } from "../lib/dynamodb.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { codeKey, customerKey, discountKey } from "./discount-table.ts";

type Use = NonNullable<StoredOrder["discountUse"]>;
type UseWrite = TransactionWrite<"code" | "customer" | "discount">;

/** After the last change, the count of a customer is kept for this time. */
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

/**
 * The write that counts a use by a customer. If a use ends, a missing count is taken for this one use: an erasure of another
 * order of the customer has deleted the count, and a count below zero would allow a use too many.
 */
function countCustomer({ code, customer }: Use, change: number, now: Date): UseWrite[] {
  if (!customer) return [];
  return [
    {
      name: "customer",
      Update: {
        TableName: tableName(),
        Key: customerKey(code, customer.hash),
        UpdateExpression: "SET #count = if_not_exists(#count, :before) + :by, #ttl = :ttl",
        ExpressionAttributeNames: { "#count": "taken", "#ttl": "ttl" },
        ExpressionAttributeValues: {
          ":before": change < 0 ? -change : 0,
          ":by": change,
          ":ttl": toEpochSeconds(now) + KEEP_CUSTOMER_SECONDS,
        },
      },
    },
  ];
}

/** The writes that hold a use for a new order. The write `code` or `customer` fails if its limit is reached. */
export function holdCodeUse({ discountUse: use }: StoredOrder, now: Date): UseWrite[] {
  if (!use) return [];
  return [...countCode(use, 1), ...countCustomer(use, 1, now)].map((write): UseWrite => {
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
 * - An erasure of the customer's data deletes the customer's count, whose key has a hash of the mail address.
 */
export function changeCodeUse(before: StoredOrder, after: StoredOrder, now: Date): UseWrite[] {
  const { discountUse: use } = after;
  const erasedCustomer = use?.customer ? undefined : before.discountUse?.customer;
  if (use && erasedCustomer)
    return [
      {
        name: "customer",
        Delete: { TableName: tableName(), Key: customerKey(use.code, erasedCustomer.hash) },
      },
    ];
  const [stateBefore, stateAfter] = [stateOfUse(before), stateOfUse(after)];
  if (!use || stateBefore === stateAfter) return [];
  const change = Number(stateAfter !== "none") - Number(stateBefore !== "none");
  return [
    ...(change === 0 ? [] : [...countCode(use, change), ...countCustomer(use, change, now)]),
    ...(stateAfter === "paid"
      ? [{ name: "discount", Update: addToCount(discountKey(use.discountId), "used", 1) } as const]
      : []),
  ];
}
