import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { Order } from "../../shared/order.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { deliveryOf } from "../../shared/order-summary.ts";
import { priceOfParts } from "../../shared/part-prices.ts";
import type { Context } from "./actors.ts";
import type { Random } from "./random.ts";

/** What a bank or somebody in Stripe's dashboard does with an earlier payment. The numbers are relative frequencies. */
const STRIPE_ACTION_WEIGHTS = {
  refund: 2,
  "refund-pending": 2,
  "refund-fail": 2,
  "refund-settle": 4,
  dispute: 3,
  "dispute-part": 2,
  "dispute-inquiry": 1,
  "dispute-escalate": 1,
  "dispute-win": 2,
  "dispute-lose": 2,
  "dispute-close": 1,
  settle: 3,
  "fail-later": 2,
} as const satisfies Partial<Record<PaymentAction, number>>;

/** The actions by which a bank decides about an earlier refund or dispute. */
const DECISION_PATTERN = /^(refund-(fail|settle)|dispute-(escalate|win|lose|close))$/;

/** What an admin does with an earlier order. The numbers are relative frequencies. */
const ADMIN_ACTION_WEIGHTS = {
  "refund a part": 10,
  "refund all": 4,
  cancel: 6,
  complete: 8,
  reopen: 2,
  ready: 2,
} as const;

const FOLLOW_UP_WEIGHTS = { "at Stripe": 26, "in the back office": 32, "edit stock": 4, verify: 6 } as const;
/** How many of the latest orders are chosen more often, because their messages are still on their way. */
const RECENT_ORDER_COUNT = 40;

/** Performs a random action on an earlier order, or changes the stock of a product. */
export async function followUp(context: Context, random: Random): Promise<void> {
  const { client, purchases, changedSessionIds, sendWithRetries, actAtStripe, count, stockAdmin } = context;
  if (purchases.length === 0) return;
  const { orderId, sessionId } = random.of(
    random.chance(0.7) ? purchases.slice(-RECENT_ORDER_COUNT) : purchases,
  );
  const kind = random.weighted(FOLLOW_UP_WEIGHTS);
  if (kind === "edit stock") return stockAdmin.editStock(client(), sendWithRetries, random);
  if (kind === "verify") return void (await sendWithRetries(() => client().verifyPayment(sessionId)));
  if (kind === "at Stripe") {
    const action = random.weighted(STRIPE_ACTION_WEIGHTS);
    const isDecision = DECISION_PATTERN.test(action) && changedSessionIds.length > 0;
    const target = isDecision ? random.of(changedSessionIds) : sessionId;
    if (actAtStripe(target, action) && !isDecision) changedSessionIds.push(target);
    return;
  }
  const token = await client().adminToken();
  const orderResponse = await sendWithRetries(() =>
    client().call(adminApi.getOrder, { token, params: { id: orderId } }),
  );
  if (orderResponse.status !== 200) return count(`admin: order not shown (${orderResponse.status})`);
  const choice = random.weighted(ADMIN_ACTION_WEIGHTS);
  const status = choice.startsWith("refund")
    ? await refund(context, orderResponse.data, choice === "refund all", random)
    : await changeOrder(context, orderResponse.data, changeFor(choice, orderResponse.data, random));
  if (choice.startsWith("refund") && status < 300) changedSessionIds.push(sessionId);
  count(`admin: ${choice}${status < 300 ? "" : ` (${status})`}`);
}

function changeFor(choice: keyof typeof ADMIN_ACTION_WEIGHTS, order: Order, random: Random): object {
  if (choice === "cancel")
    return { orderStatus: ORDER_STATUS.cancelled, refund: random.chance(0.7), restock: random.chance(0.5) };
  const getsTracking = choice === "complete" && deliveryOf(order) === "ship" && random.chance(0.3);
  if (choice === "complete")
    return { orderStatus: ORDER_STATUS.completed, ...(getsTracking ? { tracking: "1Z999" } : {}) };
  return choice === "reopen" ? { orderStatus: ORDER_STATUS.pending } : { ready: true };
}

/** Changes an order as the back office does. Returns the status of the response. */
async function changeOrder(
  { client, sendWithRetries }: Context,
  order: Order,
  change: object,
): Promise<number> {
  const token = await client().adminToken();
  const params = { id: order.orderId };
  const body = { orderStatus: order.orderStatus, version: order.version, ...change };
  return (await sendWithRetries(() => client().call(adminApi.changeOrder, { token, params, body }))).status;
}

/** Refunds all, pieces of a line, or any amount. Returns the status of the response. */
async function refund(
  { client, sendWithRetries }: Context,
  order: Order,
  isWhole: boolean,
  random: Random,
): Promise<number> {
  const token = await client().adminToken();
  const params = { id: order.orderId };
  const line = random.int(0, order.items.length - 1);
  const quantity = random.int(1, order.items[line]?.quantity ?? 1);
  const lines = [{ line, quantity }];
  const part = random.chance(0.5)
    ? {
        ...{ amount: priceOfParts(order, { lines }), lines },
        ...(random.chance(0.6) ? { restockLines: lines } : {}),
      }
    : { amount: toDollars(random.int(1, toCents(order.financialInfo.total))) };
  const body = {
    refundId: `soak-refund-${random.int(0, 1e9)}-${order.version}`,
    version: order.version,
    ...(isWhole ? { restock: random.chance(0.5) } : part),
  };
  return (await sendWithRetries(() => client().call(adminApi.requestRefund, { token, params, body }))).status;
}
