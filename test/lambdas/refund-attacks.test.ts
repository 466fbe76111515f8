import { beforeAll, describe, expect, test } from "vitest";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { addProduct } from "../support/fixtures.ts";
import { stockOf } from "../support/invariants.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});

/**
 * Creates a paid order of `quantity` pieces at $25.00 of a product that had `stock` pieces. `sellAgain` sells the same
 * quantity again.
 */
async function createPaidOrder(stock = 2, quantity = 2) {
  const tee = await addProduct(shop.table, { stock });
  const { orderId } = await driver.buyAndPay([[tee, quantity]]);
  const sellAgain = () => driver.buyAndPay([[tee, quantity]]);
  return { tee, orderId, sellAgain };
}

describe("a refund", () => {
  test("of a cancelled order, with all pieces back in stock, prevents reopening the order after the pieces are sold again", async () => {
    const { tee, orderId, sellAgain } = await createPaidOrder();
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
    const restockLines = [{ line: 0, quantity: 2 }];
    expect((await office.refund(orderId, { refundId: "refund-aaaa", amount: 5, restockLines })).status).toBe(
      202,
    );
    await sellAgain();
    expect((await office.change(orderId, { orderStatus: ORDER_STATUS.pending })).status).toBe(409);
    expect(await stockOf(shop.table, tee)).toEqual({ available: 0, held: 0, sold: 2 });
  });

  test("of a cancelled order, with a part of the pieces back in stock, prevents reopening the order", async () => {
    const { orderId } = await createPaidOrder();
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled });
    const restockLines = [{ line: 0, quantity: 1 }];
    await office.refund(orderId, { refundId: "refund-part", amount: 5, restockLines });
    expect((await office.change(orderId, { orderStatus: ORDER_STATUS.pending })).status).toBe(409);
  });

  test("of a pending order with `restock` records the restocked pieces in the order, and the mail about the order's completion does not list these pieces", async () => {
    const { tee, orderId } = await createPaidOrder(3, 3);
    const response = await office.refund(orderId, { refundId: "refund-bbbb", amount: 5, restock: true });
    expect(response.data.items.map(({ restocked }) => restocked)).toEqual([3]);
    expect(await stockOf(shop.table, tee)).toEqual({ available: 3, held: 0, sold: 0 });
    shop.mails.length = 0;
    await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
    expect(shop.mails.map(({ subject }) => subject)).toHaveLength(1);
    expect(shop.mails[0]?.text).not.toContain(tee.name);
  });

  test("of lines without an amount refunds the price of the lines, not the whole order", async () => {
    const { orderId } = await createPaidOrder();
    const lines = [{ line: 0, quantity: 1 }];
    const { status, data } = await office.refund(orderId, { refundId: "refund-cccc", lines });
    expect([status, data.refunds.map(({ amount }) => amount)]).toEqual([202, [25]]);
  });

  test("that is sent again with the same id is made once, and is refused if its content differs", async () => {
    const { orderId } = await createPaidOrder();
    const requestRefund = (amount: number) => office.refund(orderId, { refundId: "refund-dddd", amount });
    expect([(await requestRefund(5)).status, (await requestRefund(5)).status]).toEqual([202, 202]);
    const otherResponse = await requestRefund(20);
    expect([otherResponse.status, otherResponse.error.message]).toEqual([
      409,
      "This form has already requested a refund of $5.00. Close the form to see that refund, then open the form again.",
    ]);
  });

  test("that is sent again with the same id, but with other pieces to restock or another reason, is refused", async () => {
    const { orderId } = await createPaidOrder();
    const request = { refundId: "refund-eeee", amount: 5, note: "too small", restock: true };
    const refundAndReadStatus = async (changes: object) =>
      (await office.refund(orderId, { ...request, ...changes })).status;
    expect([await refundAndReadStatus({}), await refundAndReadStatus({})]).toEqual([202, 202]);
    for (const changes of [
      { restock: false },
      { restockLines: [{ line: 0, quantity: 1 }] },
      { note: "too large" },
      { stripeReason: "duplicate" },
    ])
      expect(await refundAndReadStatus(changes), JSON.stringify(changes)).toBe(409);
  });

  test("that is sent again after it has failed is refused, also with other content, and a new id refunds again", async () => {
    const { orderId } = await createPaidOrder();
    const requestRefund = (refundId: string, amount = 5) => office.refund(orderId, { refundId, amount });
    shop.payments.connection.refusal = { message: "Refused" };
    await requestRefund("refund-ffff");
    await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
    shop.payments.connection.refusal = undefined;
    const message =
      "The refund of $5.00 that was requested here has failed. To try it again, refund once more.";
    for (const amount of [5, 20]) {
      const { status, error } = await requestRefund("refund-ffff", amount);
      expect([status, error.message]).toEqual([409, message]);
    }
    expect((await requestRefund("refund-gggg")).data.refunds).toMatchObject([
      { refundId: "refund-ffff", status: "failed" },
      { refundId: "refund-gggg", status: "requested" },
    ]);
  });

  test("with `restock` adds no 'back in stock' to the history when all pieces are already back in stock", async () => {
    const { orderId } = await createPaidOrder();
    await office.refund(orderId, { refundId: "refund-hhhh", amount: 5, restock: true });
    const { data } = await office.refund(orderId, { refundId: "refund-iiii", amount: 5, restock: true });
    const restockEntries = data.history.filter(({ what }) => what === "back in stock");
    expect(restockEntries).toMatchObject([{ to: expect.stringContaining("2 × ") as string }]);
  });
});
