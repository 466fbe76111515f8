import { newOrder } from "../../lambdas/orders/new-order.ts";
import { markPaid } from "../../lambdas/orders/payment-rules.ts";
import { priceOrder } from "../../lambdas/orders/price-order.ts";
import { returnUrls } from "../../lambdas/orders/return-urls.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { orderData, testProduct } from "./fixtures.ts";

const tee = testProduct({ id: "prd_tee", price: 50 });

/** An order for $100.00 that was paid by the payment intent `pi_1`. Needs no table. */
export function paidOrder(now: Date): StoredOrder {
  const data = orderData([[tee, 2]]);
  const pricedOrder = priceOrder(data, new Map([[tee.id, tee]]), now);
  if (!pricedOrder.ok) throw new Error("The totals are wrong");
  const urls = returnUrls({}, "https://shop.example");
  const unpaidOrder = newOrder(
    {
      orderId: "ord_1",
      orderNumber: "BV-1042",
      data,
      contentHash: "x",
      consentToken: "t",
      mustConfirmNewsletter: false,
      linkToken: "l",
      ...urls,
      now,
    },
    pricedOrder,
  );
  const payment = { sessionId: "cs_1", paymentIntentId: "pi_1", amount: 10_000 };
  const change = markPaid(unpaidOrder, payment, { by: "stripe", now });
  if (!change) throw new Error("The order was not paid");
  return change.order;
}
