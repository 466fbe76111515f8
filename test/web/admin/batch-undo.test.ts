import { afterEach, expect, test, vi } from "vitest";
import type { Order } from "../../../shared/order.ts";
import { ApiError } from "../../../web/src/api-error.ts";
import type { UndoableChange } from "../../../web/src/features/admin/orders/change-order.ts";
import { orderSummary } from "./orders.ts";

const mocks = vi.hoisted(() => ({
  adminCall: vi.fn<() => Promise<Partial<Order>>>(),
  toast: { success: vi.fn(), error: vi.fn() },
  rereadOrder: vi.fn(),
}));
vi.mock("../../../web/src/features/admin/auth/admin-call.ts", () => mocks);
vi.mock("../../../web/src/features/admin/toast.ts", () => mocks);
vi.mock("../../../web/src/ui/announce.ts", () => ({ announce: vi.fn() }));
vi.mock("../../../web/src/features/admin/orders/order-queries.ts", () => ({
  ...{ rereadOrder: mocks.rereadOrder, writeOrder: vi.fn() },
}));
const { undoJob } = await import("../../../web/src/features/admin/fulfilment/apply-job.ts");
const { isUnfinished } = await import("../../../web/src/features/admin/fulfilment/use-batch.ts");

const SAVED_AT = "2026-11-20T12:00:00.000Z";
const order = orderSummary();
const change: UndoableChange = {
  ...{ orderId: order.orderId, version: 2, text: "Packed", savedAt: SAVED_AT },
  ...{ deadline: Date.parse(SAVED_AT) + 10_000, inverse: { orderStatus: 1 as const, packed: false } },
};
const job = {
  order,
  plan: () => ({ state: "apply" as const, text: "" }),
  change: { orderStatus: 1 as const },
};

afterEach(() => {
  vi.resetAllMocks();
});

test.each([
  ["without a connection", new ApiError(0, "No connection."), change],
  ["because the shop is busy", new ApiError(503, "The service is busy."), change],
  ["because the order has changed", new ApiError(409, "The order has changed."), undefined],
])("an undo that fails %s can be tried again unless the order has changed", async (_, error, undoable) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  mocks.adminCall.mockRejectedValueOnce(error);
  const outcome = await undoJob(change);
  expect(outcome).toMatchObject({ state: "failed", text: `Not undone. ${error.message}` });
  expect(outcome.undoable).toEqual(undoable);
  expect(mocks.rereadOrder).toHaveBeenCalledTimes(undoable ? 0 : 1);
  expect(isUnfinished({ job, outcome })).toBe(false);
});

test("a change that was undone too late to stop its email is not made again with the failed orders", async () => {
  mocks.adminCall.mockResolvedValueOnce({ updatedAt: "2026-11-20T12:01:00.000Z" });
  const outcome = await undoJob(change);
  expect(outcome.text).toBe("Undone, but the email may have been sent.");
  expect(isUnfinished({ job, outcome })).toBe(false);
});

test.each([
  [undefined, true],
  [{ state: "failed", text: "No connection." } as const, true],
  [{ state: "done", text: "" } as const, false],
  [{ state: "unchanged", text: "" } as const, false],
])("a job with the outcome %j is tried again: %s", (outcome, expected) => {
  expect(isUnfinished({ job, outcome })).toBe(expected);
});
