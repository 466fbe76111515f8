import { describe, expect, test } from "vitest";
import { longOrder } from "../../../infra/mail-samples/sample-orders.ts";
import { ORDER_STATUS } from "../../../shared/order-status.ts";
import { summaryOf } from "../../../shared/order-summary.ts";
import type { OrderSummary } from "../../../shared/order.ts";
import { packingMailsText, packingTitle } from "../../../web/src/features/admin/fulfilment/packing-text.ts";
import {
  checklistFor,
  moveToPrevious,
  moveToNext,
  runAfterPacking,
  skipCurrent,
  NEW_RUN,
  tickedIndexesOf,
  toggleTick,
  withShowableIds,
} from "../../../web/src/features/admin/fulfilment/to-pack.ts";
import { selectionAfterClick } from "../../../web/src/features/admin/fulfilment/use-selection.ts";

describe("the run through the orders to pack", () => {
  test("starts with the oldest order, returns to skipped orders last, and ends when no order is left", () => {
    let run = moveToNext(NEW_RUN, ["a", "b", "c"]);
    expect(run.currentId).toBe("a");
    run = skipCurrent(run, ["a", "b", "c"]);
    expect(run.currentId).toBe("b");
    run = moveToNext(run, ["a", "b", "c"]);
    expect(run.currentId).toBe("c");
    run = moveToNext(run, ["a", "c"]);
    expect(run.currentId).toBe("a");
    run = moveToNext(run, ["a"]);
    expect(run.currentId).toBeUndefined();
  });

  test("stays at an order that the admin skips if no other order is left", () => {
    const run = moveToNext(NEW_RUN, ["a"]);
    expect(skipCurrent(run, ["a"])).toBe(run);
  });

  test("goes back to the previous order, which then counts as not skipped", () => {
    const idsToPack = ["a", "b", "c"];
    const atB = skipCurrent(moveToNext(NEW_RUN, idsToPack), idsToPack);
    const previousRun = moveToPrevious(atB);
    expect(previousRun).toEqual({ currentId: "a", visitedIds: [], skippedIds: [] });
    expect(moveToPrevious(previousRun).currentId).toBe("a");
  });

  test.each([
    ["goes to the next order", { currentId: "b", visitedIds: ["a"], skippedIds: [] }, "c"],
    ["stays if the admin has gone back", { currentId: "a", visitedIds: [], skippedIds: [] }, "a"],
    [
      "stays if the admin has skipped order b",
      { currentId: "c", visitedIds: ["a", "b"], skippedIds: ["b"] },
      "c",
    ],
  ])("%s when the save of order b as packed ends", (_, run, currentId) => {
    expect(runAfterPacking(run, "b", ["b", "c", "d"]).currentId).toBe(currentId);
  });

  test("does not go back to an order that another admin has cancelled, but to one that is packed", () => {
    const summaryWithId = (orderId: string, changes: Partial<OrderSummary>): OrderSummary => ({
      ...summaryOf(longOrder),
      orderId,
      ...changes,
    });
    const orders = [
      summaryWithId("packed", { packed: true }),
      summaryWithId("cancelled", { orderStatus: ORDER_STATUS.cancelled }),
      summaryWithId("packed-and-cancelled", { packed: true, orderStatus: ORDER_STATUS.cancelled }),
    ];
    const index = {
      get: (id: string) => orders.flatMap((order) => (order.orderId === id ? [{ order }] : []))[0],
    };
    const visitedIds = [...orders.map(({ orderId }) => orderId), "deleted"];
    expect(withShowableIds({ ...NEW_RUN, visitedIds }, index).visitedIds).toEqual(["packed"]);
  });

  test("leaves out an order that another admin has packed", () => {
    expect(moveToNext(moveToNext(NEW_RUN, ["a", "b", "c"]), ["a", "c"]).currentId).toBe("c");
  });
});

describe("a click on an order's checkbox", () => {
  const listedIds = ["a", "b", "c", "d"];
  const click = (id: string, isRange: boolean, ids: string[] = [], anchorId?: string) => {
    const newSelection = selectionAfterClick({ ids: new Set(ids), anchorId }, listedIds, id, isRange);
    return [...newSelection.ids].toSorted().join("");
  };
  test.each([
    ["selects the order", click("b", false), "b"],
    ["deselects a selected order", click("b", false, ["a", "b"]), "a"],
    ["with shift selects down to it", click("d", true, ["b"], "b"), "bcd"],
    ["with shift selects up to it", click("a", true, ["c"], "c"), "abc"],
    ["with shift and no earlier click selects only it", click("c", true), "c"],
    [
      "with shift adds only its order if the order of the earlier click is gone",
      click("c", true, ["x"], "x"),
      "cx",
    ],
  ])("%s", (_, selected, expected) => {
    expect(selected).toBe(expected);
  });
});

describe("the ticks of an order's lines", () => {
  const [first, second, third] = longOrder.items;
  if (!first || !second || !third) throw new Error("No lines");
  const lines = [first, { ...second, quantity: 2 }, third];
  const checklist = [0, 1].reduce(toggleTick, checklistFor(undefined, lines));

  test.each([
    ["stay while no line changes", lines.map((line) => ({ ...line })), [0, 1], false],
    ["stay with their lines when another line is refunded", lines.slice(1), [0], true],
    ["stay when a line that is not ticked is refunded", lines.slice(0, 2), [0, 1], true],
    [
      "are removed when a piece of their line is refunded",
      [first, { ...second, quantity: 1 }, third],
      [0],
      true,
    ],
  ])("%s", (_, newLines, tickedIndexes, isChanged) => {
    const newChecklist = checklistFor(checklist, newLines);
    expect(tickedIndexesOf(newChecklist)).toEqual(new Set(tickedIndexes));
    expect(newChecklist.isChanged).toBe(isChanged);
  });

  test("do not return when the refund of their line fails, so that the line is checked again", () => {
    const withoutSecond = checklistFor(checklist, [first, third]);
    expect(tickedIndexesOf(checklistFor(withoutSecond, lines))).toEqual(new Set([0]));
  });

  test("are removed by a second click", () => {
    expect(tickedIndexesOf(toggleTick(checklist, 0))).toEqual(new Set([1]));
  });

  test("are of one line only, also if the order has an equal line", () => {
    const equalLines = checklistFor(undefined, [first, first]);
    expect(tickedIndexesOf(toggleTick(equalLines, 1))).toEqual(new Set([1]));
  });
});

describe("the question before orders are marked as packed", () => {
  test("names the number of orders that change, and says if there is none", () => {
    expect([0, 1, 1200].map(packingTitle)).toEqual([
      "No order to mark as packed",
      "Mark 1 order as packed?",
      "Mark 1,200 orders as packed?",
    ]);
  });

  test("says whether customers get an email, in the singular for one", () => {
    expect([0, 1, 2].map(packingMailsText)).toEqual([
      "No customer gets an email about it.",
      "1 order will be picked up: its customer is told by email that they can come.",
      "2 orders will be picked up: their customers are told by email that they can come.",
    ]);
  });
});
