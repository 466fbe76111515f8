import { onlineManager, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toOrder } from "../../../lambdas/orders/stored-order.ts";
import { summaryOf } from "../../../shared/order-summary.ts";
import type { Order } from "../../../shared/order.ts";
import { paidOrder } from "../../support/paid-order.ts";

const calls = vi.hoisted(() => {
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", new EventTarget());
  return { adminCall: vi.fn<() => Promise<Order>>(), adminBackgroundCall: vi.fn<() => Promise<object>>() };
});
vi.mock("../../../web/src/features/admin/auth/admin-call.ts", () => calls);
// Files share loaded modules, and another file may have loaded these with the real calls.
vi.resetModules();
const { queryClient } = await import("../../../web/src/features/admin/query-client.ts");
const { orderListQuery, orderQuery, rereadOrder } =
  await import("../../../web/src/features/admin/orders/order-queries.ts");

const order = toOrder(paidOrder(new Date("2026-11-20T12:00:00Z")));
const withVersion = (version: number): Order => ({ ...order, version });
const shownVersion = () => queryClient.getQueryData<Order>(orderQuery(order.orderId).queryKey)?.version;

let unsubscribe: () => void = () => undefined;
/** Shows the details of the order, as the dialog does. */
const showDetails = () => {
  unsubscribe = new QueryObserver(queryClient, orderQuery(order.orderId)).subscribe(() => undefined);
};

beforeEach(() => {
  onlineManager.setOnline(true);
  calls.adminCall.mockReset();
  calls.adminBackgroundCall.mockReset();
});
afterEach(() => {
  unsubscribe();
  queryClient.clear();
});

test("an order is read again after a change also while an earlier read is not answered yet", async () => {
  calls.adminCall.mockResolvedValueOnce(withVersion(1));
  showDetails();
  await expect.poll(() => shownVersion()).toBe(1);
  const earlyRead = Promise.withResolvers<Order>();
  calls.adminCall.mockReturnValueOnce(earlyRead.promise).mockResolvedValueOnce(withVersion(2));
  void queryClient.refetchQueries({ queryKey: orderQuery(order.orderId).queryKey });
  const whenReread = rereadOrder(order.orderId);
  earlyRead.resolve(withVersion(1));
  expect((await whenReread)?.version).toBe(2);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(shownVersion()).toBe(2);
});

test("details that arrive after a newer version of the order in the list are read again", async () => {
  const earlyRead = Promise.withResolvers<Order>();
  calls.adminCall.mockReturnValueOnce(earlyRead.promise).mockResolvedValueOnce(withVersion(2));
  showDetails();
  calls.adminBackgroundCall.mockResolvedValueOnce({ orders: [summaryOf(withVersion(2))], broken: [] });
  await queryClient.fetchQuery(orderListQuery);
  earlyRead.resolve(withVersion(1));
  await expect.poll(() => shownVersion()).toBe(2);
});

test("a second read of an order that fails returns no order, and keeps the order that is shown", async () => {
  calls.adminCall.mockResolvedValueOnce(withVersion(1));
  showDetails();
  await expect.poll(() => shownVersion()).toBe(1);
  const logError = vi.spyOn(console, "error").mockImplementation(() => undefined);
  calls.adminCall.mockRejectedValueOnce(new Error("No connection"));
  expect(await rereadOrder(order.orderId)).toBeUndefined();
  expect(shownVersion()).toBe(1);
  expect(logError).toHaveBeenCalledWith("The order could not be loaded", expect.any(Error));
  logError.mockRestore();
});
