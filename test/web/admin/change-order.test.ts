import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { READY_ENTRY } from "../../../shared/due-mail.ts";
import type { Dispute, HistoryEntry, Order } from "../../../shared/order.ts";
import { ApiError } from "../../../web/src/api-error.ts";
import { orderSummary } from "./orders.ts";

const mocks = vi.hoisted(() => ({
  adminCall: vi.fn<() => Promise<Partial<Order>>>(),
  toast: { success: vi.fn(), error: vi.fn() },
}));
vi.mock("../../../web/src/features/admin/auth/admin-call.ts", () => mocks);
vi.mock("../../../web/src/features/admin/toast.ts", () => mocks);
vi.mock("../../../web/src/ui/announce.ts", () => ({ announce: vi.fn() }));
const orderQueries = vi.hoisted(() => ({ rereadOrder: vi.fn(), writeOrder: vi.fn() }));
vi.mock("../../../web/src/features/admin/orders/order-queries.ts", () => orderQueries);
const { changeOrder, keepUndoableAfterNote, runningUndos, undoableChanges, undoChange } =
  await import("../../../web/src/features/admin/orders/change-order.ts");
const { undoJob } = await import("../../../web/src/features/admin/fulfilment/apply-job.ts");
const { isUnfinished } = await import("../../../web/src/features/admin/fulfilment/use-batch.ts");

const START_MS = Date.UTC(2026, 10, 20);
const pendingOrder = orderSummary();
const isoAt = (seconds: number) => new Date(START_MS + seconds * 1000).toISOString();
const historyEntry = (seconds: number, what: string, to: string): HistoryEntry => ({
  at: isoAt(seconds),
  by: "ada",
  what,
  to,
});
/** The order in the answer of the server; its last history entry is the change. */
const answeredOrder = (orderStatus: 1 | 2 | 3, ...history: HistoryEntry[]): Partial<Order> => ({
  orderId: pendingOrder.orderId,
  orderStatus,
  paymentStatus: "paid",
  financialInfo: { subtotal: 50, shipping: 0, total: 50, refunded: 0 },
  updatedAt: history.at(-1)?.at ?? isoAt(0),
  items: [{ productId: "prd_tee", category: "shirts", name: "Tee", priceEach: 25, weight: 1, quantity: 2 }],
  refunds: [],
  version: 2,
  history,
});
/**
 * Completes the order; the server saves the change at once and answers after `latencyMs`. Returns the change if it can
 * still be undone.
 */
async function completeOrder(latencyMs: number) {
  mocks.adminCall.mockImplementationOnce(() => {
    vi.setSystemTime(START_MS + latencyMs);
    return Promise.resolve(answeredOrder(2, historyEntry(0, "status", "Completed")));
  });
  await changeOrder(pendingOrder, { orderStatus: 2 });
  return undoableChanges.current()[0];
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START_MS });
});
afterEach(() => {
  vi.resetAllMocks();
  undoableChanges.set([]);
  vi.useRealTimers();
});

test("a change can be undone until 10 s after its request, however late the answer arrives", async () => {
  expect(await completeOrder(4000)).toMatchObject({ deadline: START_MS + 10_000 });
  vi.setSystemTime(START_MS);
  expect(await completeOrder(10_000)).toBeUndefined();
  expect(mocks.toast.success).toHaveBeenCalledWith("The customer will be told by email.");
});

describe("a change without an answer", () => {
  beforeEach(() => void mocks.adminCall.mockRejectedValueOnce(new ApiError(0, "No connection.")));
  const savedOrder = answeredOrder(2, historyEntry(0, "status", "Completed")) as Order;

  test("counts as saved if the order has it now, and can be undone", async () => {
    orderQueries.rereadOrder.mockResolvedValueOnce(savedOrder);
    expect(await changeOrder(pendingOrder, { orderStatus: 2 })).toBe(savedOrder);
    expect(undoableChanges.current()).toMatchObject([{ version: 2, deadline: START_MS + 10_000 }]);
  });

  test("counts as saved also if the order was changed once more, but cannot be undone", async () => {
    const changedOrder = { ...savedOrder, version: 3, updatedAt: isoAt(2) };
    orderQueries.rereadOrder.mockResolvedValueOnce(changedOrder);
    expect(await changeOrder(pendingOrder, { orderStatus: 2 })).toBe(changedOrder);
    expect(undoableChanges.current()).toEqual([]);
    expect(mocks.toast.error).toHaveBeenCalledWith(
      "No answer from the shop, but the order has this change now.",
    );
  });

  test.each([
    ["has other values", answeredOrder(1, historyEntry(0, "tracking", "1Z999"))],
    ["has other values and was changed once more", { ...pendingOrder, version: 3 }],
    ["has the new values in its old version", { ...savedOrder, version: 1 }],
    ["cannot be read", undefined],
  ])("fails if the order %s", async (_, order) => {
    orderQueries.rereadOrder.mockResolvedValueOnce(order);
    await expect(changeOrder(pendingOrder, { orderStatus: 2 })).rejects.toThrow("No connection.");
  });

  test("fails if it was a cancellation, because the order does not show with which options it was cancelled", async () => {
    await expect(changeOrder(pendingOrder, { orderStatus: 3, refund: true })).rejects.toThrow(
      "No connection.",
    );
    expect(orderQueries.rereadOrder).not.toHaveBeenCalled();
  });
});

test("an undo after the deadline sends no request and says that it is too late", async () => {
  const change = await completeOrder(500);
  if (!change) throw new Error("No change to undo");
  mocks.adminCall.mockClear();
  vi.setSystemTime(change.deadline);
  await undoChange(change);
  expect(mocks.adminCall).not.toHaveBeenCalled();
  expect(mocks.toast.error).toHaveBeenCalledWith(
    "It is too late to undo this change. Please set the status again.",
  );
  expect(undoableChanges.current()).toEqual([]);
});

// The email waits for 12 s (`STATUS_MAIL_DELAY_SECONDS`).
test.each([
  [11, "success", "Undone: Pending again"],
  [12, "error", "Pending again, but the email about the change may have been sent."],
] as const)(
  "the undo of a change %i s after it was saved shows the %s message %j",
  async (seconds, kind, text) => {
    const change = await completeOrder(500);
    if (!change) throw new Error("No change to undo");
    mocks.adminCall.mockResolvedValueOnce(answeredOrder(1, historyEntry(seconds, "status", "Pending")));
    await undoChange(change);
    expect(mocks.toast[kind]).toHaveBeenCalledWith(text);
  },
);

test.each([
  ["is new", [[0, "status", "Cancelled"]], "The customer will be told by email."],
  [
    "follows a reopening that lasted 40 s",
    [
      [0, "status", "Cancelled"],
      [20, "status", "Pending"],
      [60, "status", "Cancelled"],
    ],
    "The customer will be told by email.",
  ],
  [
    "follows a reopening that lasted 2 s",
    [
      [0, "status", "Cancelled"],
      [2, "status", "Pending"],
      [4, "status", "Cancelled"],
    ],
    "The customer was told before and gets no second email.",
  ],
  [
    "was made before, so that only the tracking number changes",
    [
      [0, "status", "Cancelled"],
      [20, "tracking", "1Z"],
    ],
    "Set to Cancelled. The customer gets no email.",
  ],
] as const)("a cancellation that %s says whether the customer gets an email", async (_, changes, text) => {
  mocks.adminCall.mockResolvedValueOnce(
    answeredOrder(3, ...changes.map(([seconds, what, to]) => historyEntry(seconds, what, to))),
  );
  await changeOrder(pendingOrder, { orderStatus: 3 });
  expect(mocks.toast.success).toHaveBeenCalledWith(text);
});

test.each([
  [{ orderStatus: 1, ready: false }, "Not ready to be picked up."],
  [{ orderStatus: 1, packed: true }, "Packed."],
  [{ orderStatus: 1, tracking: "1Z" }, "Tracking number saved."],
  [{ orderStatus: 1, tracking: "" }, "Tracking number removed."],
] as const)(
  "the change %j of an order that stays pending says '%s', and that the customer gets no email",
  async (change, text) => {
    mocks.adminCall.mockResolvedValueOnce(answeredOrder(1, historyEntry(0, "packing", "")));
    await changeOrder(pendingOrder, change);
    expect(undoableChanges.current()[0]?.text).toBe(`${text} The customer gets no email.`);
  },
);

test.each([
  [{}, { orderStatus: 1, ready: true }, "Not ready to be picked up"],
  [{ ready: true }, { orderStatus: 1, ready: false }, "Ready to be picked up again"],
  [{}, { orderStatus: 1, packed: true }, "Not packed"],
  [{ packed: true }, { orderStatus: 1, packed: false }, "Packed again"],
  [{}, { orderStatus: 1, tracking: "1Z" }, "No tracking number"],
  [{ tracking: "1Z" }, { orderStatus: 1, tracking: "2Z" }, "Tracking number 1Z again"],
  [{}, { orderStatus: 2, tracking: "1Z" }, "Pending again"],
] as const)("the undo of an order with %j, changed to %j, says '%s'", async (before, change, text) => {
  const orderBefore = orderSummary(before);
  mocks.adminCall.mockResolvedValueOnce(answeredOrder(change.orderStatus, historyEntry(0, "change", "")));
  await changeOrder(orderBefore, change);
  const [undoableChange] = undoableChanges.current();
  if (!undoableChange) throw new Error("No change to undo");
  mocks.adminCall.mockResolvedValueOnce(answeredOrder(1, historyEntry(5, "change", "")));
  await undoChange(undoableChange);
  expect(mocks.toast.success).toHaveBeenLastCalledWith(`Undone: ${text}`);
});

test.each([
  ["bounce", "The customer gets no email: mail to the address comes back."],
  ["complaint", "The customer gets no email: an earlier email was marked as spam."],
] as const)("a completion says that the customer gets no email after a %s", async (reason, text) => {
  mocks.adminCall.mockResolvedValueOnce({
    ...answeredOrder(2, historyEntry(0, "status", "Completed")),
    undeliverable: { reason, since: isoAt(0) },
  });
  await changeOrder(pendingOrder, { orderStatus: 2 });
  expect(undoableChanges.current()[0]?.text).toBe(text);
});

describe("a second 'ready to be picked up'", () => {
  const readyHistory = ([0, 60, 120] as const).map((seconds, i) =>
    historyEntry(seconds, READY_ENTRY, i % 2 === 0 ? "yes" : "no"),
  );
  const disputeAt = (seconds: number): Dispute => ({
    ...{ disputeId: "dp", status: "won", amount: 50, withdrawn: 0, reason: "fraudulent" },
    at: isoAt(seconds),
  });

  test.each([
    ["of an order without a dispute", [], "The customer was told before and gets no second email."],
    [
      "after a dispute that may have kept the first mail back",
      [disputeAt(10)],
      "The customer gets one email that the order is ready, unless it was sent before.",
    ],
    [
      "after a dispute that began after the first mail was sent",
      [disputeAt(30)],
      "The customer was told before and gets no second email.",
    ],
  ])("%s says whether the customer gets an email", async (_, disputes, text) => {
    mocks.adminCall.mockResolvedValueOnce({
      ...answeredOrder(1, ...readyHistory),
      ...{ ready: true, disputes },
    });
    await changeOrder(pendingOrder, { orderStatus: 1, ready: true });
    expect(undoableChanges.current()[0]?.text).toBe(text);
  });
});

test("an undo that has failed can be tried again, except after another change of the order", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const change = await completeOrder(0);
  if (!change) throw new Error("The change cannot be undone");
  mocks.adminCall.mockRejectedValueOnce(new ApiError(503, "The service is busy."));
  await undoChange(change);
  expect(undoableChanges.current()).toEqual([change]);
  mocks.adminCall.mockRejectedValueOnce(new ApiError(409, "The order has changed."));
  await undoChange(change);
  expect(undoableChanges.current()).toEqual([]);
  vi.mocked(console.error).mockRestore();
});

/** The order after the server has undone the change of version 2. */
const undoneOrder = { ...answeredOrder(1, historyEntry(5, "status", "Pending")), version: 3 } as Order;
const completedOrder = answeredOrder(2, historyEntry(0, "status", "Completed")) as Order;
const TOO_LATE = "Not undone: it is too late to undo this change. Please set the status again.";
const UNKNOWN =
  "No answer from the shop, and it is too late to undo this change again. Please check the order's status.";

describe("an undo", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
  afterEach(() => vi.mocked(console.error).mockRestore());

  test("is shown as running until the answer arrives, and is not sent twice", async () => {
    const change = await completeOrder(0);
    if (!change) throw new Error("The change cannot be undone");
    const answer = Promise.withResolvers<Partial<Order>>();
    mocks.adminCall.mockClear();
    mocks.adminCall.mockReturnValueOnce(answer.promise);
    const runningUndo = undoChange(change);
    await undoChange(change);
    expect(mocks.adminCall).toHaveBeenCalledTimes(1);
    expect([undoableChanges.current(), runningUndos.current()]).toEqual([[change], [change]]);
    answer.resolve(undoneOrder);
    await runningUndo;
    expect([undoableChanges.current(), runningUndos.current()]).toEqual([[], []]);
  });

  test.each([
    ["whose answer is lost", 0],
    ["that was made by an earlier try whose answer was lost", 409],
  ])("%s is reported as done if the order is in the state before the change", async (_, status) => {
    const change = await completeOrder(0);
    if (!change) throw new Error("The change cannot be undone");
    mocks.adminCall.mockRejectedValueOnce(new ApiError(status, "It failed."));
    orderQueries.rereadOrder.mockResolvedValueOnce(undoneOrder);
    await undoChange(change);
    expect(mocks.toast.success).toHaveBeenCalledWith("Undone: Pending again");
    expect(mocks.toast.error).not.toHaveBeenCalled();
    expect(undoableChanges.current()).toEqual([]);
  });

  test.each([
    ["before the deadline, and can be tried again", 9, completedOrder, "It failed.", 1],
    ["after the deadline, and the order was not undone", 10, completedOrder, TOO_LATE, 0],
    ["after the deadline, and the order cannot be read", 10, undefined, UNKNOWN, 0],
  ] as const)("fails %s", async (_, seconds, order, text, undoableCount) => {
    const change = await completeOrder(0);
    if (!change) throw new Error("The change cannot be undone");
    mocks.adminCall.mockImplementationOnce(() => {
      vi.setSystemTime(START_MS + seconds * 1000);
      return Promise.reject(new ApiError(0, "It failed."));
    });
    orderQueries.rereadOrder.mockResolvedValueOnce(order);
    await undoChange(change);
    expect(mocks.toast.error).toHaveBeenCalledWith(text);
    expect(undoableChanges.current()).toHaveLength(undoableCount);
  });
});

/** The order with the note 'note-1', by default saved with it as version 3. */
const orderWithNote = (changes: Partial<Order> = {}): Order =>
  ({
    ...answeredOrder(2),
    version: 3,
    updatedAt: isoAt(5),
    notes: [{ noteId: "note-1", at: isoAt(5), by: "ada", text: "Call" }],
    ...changes,
  }) as Order;

test.each([
  ["a note was added", 2, 3, orderWithNote()],
  ["a note was added that was not the last change", 2, 2, orderWithNote({ version: 4, updatedAt: isoAt(6) })],
  ["another admin's change and then a note", 2, 2, orderWithNote({ version: 4 })],
  // The first response was lost. The second response is the order after another admin's change, without another note.
  ["a note was sent twice", 3, 3, orderWithNote({ version: 4, updatedAt: isoAt(6) })],
])("after %s, the undoable change of version %i has version %i", async (_, version, expected, order) => {
  await completeOrder(100);
  undoableChanges.set(undoableChanges.current().map((change) => ({ ...change, version })));
  keepUndoableAfterNote("note-1", order);
  expect(undoableChanges.current().map((change) => change.version)).toEqual([expected]);
});

/** The completion of the order, as a job of a batch. */
const completion = {
  order: pendingOrder,
  plan: () => ({ state: "apply" as const, text: "" }),
  change: { orderStatus: 2 as const },
};

describe("the undo of an order of a batch", () => {
  /** Completes the order, and undoes the change. `error`: why the undo fails. */
  async function completeAndUndo(error?: ApiError) {
    const change = await completeOrder(0);
    if (!change) throw new Error("The change cannot be undone");
    if (error) mocks.adminCall.mockRejectedValueOnce(error);
    else mocks.adminCall.mockResolvedValueOnce(answeredOrder(1, historyEntry(60, "status", "Pending")));
    return { change, outcome: await undoJob(change) };
  }

  test.each([
    ["without a connection", 0, true],
    ["because the shop is busy", 503, true],
    ["because the order has changed", 409, false],
  ])("that fails %s (%i) can be tried again: %s", async (_, status, canTryAgain) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { change, outcome } = await completeAndUndo(new ApiError(status, "It failed."));
    expect(outcome).toMatchObject({ state: "failed", text: "Not undone. It failed." });
    expect(outcome.undoableChange).toEqual(canTryAgain ? change : undefined);
    expect(orderQueries.rereadOrder).toHaveBeenCalledTimes(1);
    expect(isUnfinished({ job: completion, outcome })).toBe(false);
    vi.mocked(console.error).mockRestore();
  });

  test.each([0, 503, 409])(
    "whose request fails with %i although the undo was made is reported as 'Undone'",
    async (status) => {
      orderQueries.rereadOrder.mockResolvedValueOnce(undoneOrder);
      const { outcome } = await completeAndUndo(new ApiError(status, "It failed."));
      expect(outcome).toEqual({ state: "unchanged", text: "Undone", isUndo: true });
    },
  );

  test.each([
    [completedOrder, TOO_LATE],
    [undefined, UNKNOWN],
  ])("that fails after the deadline says that it is too late to try again", async (order, text) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const change = await completeOrder(0);
    if (!change) throw new Error("The change cannot be undone");
    vi.setSystemTime(change.deadline);
    mocks.adminCall.mockRejectedValueOnce(new ApiError(0, "It failed."));
    orderQueries.rereadOrder.mockResolvedValueOnce(order);
    expect(await undoJob(change)).toMatchObject({ state: "failed", text });
    vi.mocked(console.error).mockRestore();
  });

  test("that comes too late to stop the email is not repeated when the admin tries the failed orders again", async () => {
    const { outcome } = await completeAndUndo();
    expect(outcome).toMatchObject({ state: "failed", text: "Undone, but the email may have been sent." });
    expect(isUnfinished({ job: completion, outcome })).toBe(false);
  });
});

test.each([
  [undefined, true],
  [{ state: "failed", text: "No connection." } as const, true],
  [{ state: "done", text: "" } as const, false],
  [{ state: "unchanged", text: "" } as const, false],
])("an order of a batch with the outcome %j is tried again: %s", (outcome, expected) => {
  expect(isUnfinished({ job: completion, outcome })).toBe(expected);
});
