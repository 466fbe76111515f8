import { newOrder } from "../../lambdas/orders/new-order.ts";
import { markPaid } from "../../lambdas/orders/payment-rules.ts";
import { priceOrder } from "../../lambdas/orders/price-order.ts";
import { returnUrls } from "../../lambdas/orders/return-urls.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Product } from "../../shared/product.ts";
import { orderData, testProduct } from "./fixtures.ts";

const tee = testProduct({ id: "prd_tee", price: 50 });

/** The order that the shop stores for checkout data with this product, before the payment. Needs no table. */
export function unpaidOrder(data: OrderData, product: Product, now: Date): StoredOrder {
  const pricedOrder = priceOrder(data, new Map([[product.id, product]]), now);
  if (!pricedOrder.ok) throw new Error("The totals are wrong");
  return newOrder(
    {
      orderId: "ord_1",
      orderNumber: "BV-1042",
      data,
      contentHash: "x",
      consentToken: "t",
      mustConfirmNewsletter: false,
      linkToken: "l",
      ...returnUrls({}, "https://shop.example"),
      now,
    },
    { ...pricedOrder, calculations: [] },
  );
}

/** An order for $100.00 that was paid by the payment intent `pi_1`. Needs no table. */
export function paidOrder(now: Date): StoredOrder {
  const payment = { sessionId: "cs_1", paymentIntentId: "pi_1", amount: 10_000 };
  const change = markPaid(unpaidOrder(orderData([[tee, 2]]), tee, now), payment, { by: "stripe", now });
  if (!change) throw new Error("The order was not paid");
  return change.order;
}
