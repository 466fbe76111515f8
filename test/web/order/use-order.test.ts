import { afterEach, expect, test, vi } from "vitest";
import { ordersApi } from "../../../shared/api-orders.ts";
import type { OrderPage } from "../../../shared/order-page.ts";
import { openOrder } from "../../../web/src/features/order/use-order.ts";
import { payment } from "../checkout/payments.ts";

const link = { orderId: "ord_1", token: "token", code: "123456" };
const { readOrderPage, confirmOrderCode } = ordersApi;
const { signal } = new AbortController();

const pageOf = (isConfirmed: boolean): OrderPage => ({
  receipt: payment("paid").receipt,
  isConfirmed,
  steps: [],
  refunded: 0,
  refunds: [],
  may: {},
  requests: [],
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/**
 * A shop that answers a code with `status`; status 0 is no response. A right code gets a grant, and a request with the grant
 * gets the confirmed order. Returns the paths of the requests.
 */
function stubOrderApi(status: number) {
  const paths: string[] = [];
  vi.stubGlobal("fetch", (path: string, { body }: { body: string }) => {
    paths.push(path);
    if (path === readOrderPage.path) return Promise.resolve(Response.json(pageOf(body.includes('"grant"'))));
    if (status === 0) return Promise.reject(new TypeError("Failed to fetch"));
    const response = status === 200 ? { grant: "grant" } : { error: { code: "x", message: "Not now" } };
    return Promise.resolve(Response.json(response, { status }));
  });
  return paths;
}

test.each([404, 429, 500])(
  "an order is shown unconfirmed, with the server's message, if its code is answered with %i",
  async (status) => {
    stubOrderApi(status);
    expect(await openOrder(link, signal)).toEqual({
      status: "shown",
      page: pageOf(false),
      note: "Not now",
    });
  },
);

test("a lost connection is an error, so that the visitor tries the same code again", async () => {
  stubOrderApi(0);
  await expect(openOrder(link, signal)).rejects.toMatchObject({ status: 0 });
});

test("a code is not sent again when the order is reloaded, because each try is counted", async () => {
  const paths = stubOrderApi(200);
  expect(await openOrder(link, signal)).toEqual({ status: "shown", page: pageOf(true) });
  expect(paths).toEqual([readOrderPage.path, confirmOrderCode.path, readOrderPage.path]);
  paths.length = 0;
  await openOrder(link, signal);
  expect(paths).toEqual([readOrderPage.path]);
});
