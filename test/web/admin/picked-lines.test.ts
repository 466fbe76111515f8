import { expect, test } from "vitest";
import {
  pickableLines,
  pickAll,
  toLinePieces,
  toRestockLines,
  withQuantity,
  withSeat,
} from "../../../web/src/features/admin/orders/picked-lines.ts";
import { usedTicketsText, withPickableSeats } from "../../../web/src/features/admin/orders/seats.ts";
import type { Order } from "../../../shared/order.ts";

test("a line's quantity can be changed, and a line with 0 pieces is not picked", () => {
  const pickedLines = withQuantity(new Map([[0, { quantity: 1 }]]), 1, 2);
  expect(toLinePieces(withQuantity(pickedLines, 0, 3))).toEqual([
    { line: 0, quantity: 3 },
    { line: 1, quantity: 2 },
  ]);
  expect(toLinePieces(withQuantity(pickedLines, 0, 0))).toEqual([{ line: 1, quantity: 2 }]);
});

test("tickets are picked one by one, and as many pieces go back in stock, at most a line's maximum", () => {
  const twoTickets = withSeat(withSeat(new Map(), 1, 2, true), 1, 0, true);
  expect(toLinePieces(twoTickets)).toEqual([{ line: 1, quantity: 2, seats: [0, 2] }]);
  expect(toLinePieces(withSeat(twoTickets, 1, 2, false))).toEqual([{ line: 1, quantity: 1, seats: [0] }]);
  expect(toLinePieces(withSeat(withSeat(twoTickets, 1, 2, false), 1, 0, false))).toBeUndefined();
  expect(toRestockLines(twoTickets)).toEqual([{ line: 1, quantity: 2 }]);
  expect(toRestockLines(twoTickets, () => 1)).toEqual([{ line: 1, quantity: 1 }]);
});

test("a line of tickets offers those that are not refunded, each with its holder's name and whether it was used", () => {
  // Only the fields of an order that `pickableLines` and `withPickableSeats` read.
  const item = { productId: "prd_1", name: "Tasting", priceEach: 10, lineTotal: 10 };
  const order = {
    items: [
      { ...item, name: "Tee", category: "shirts", quantity: 2 },
      { ...item, category: "ticket", quantity: 3 },
    ],
    refunds: [{ status: "succeeded", lines: [{ line: 1, quantity: 1, seats: [1] }] }],
  } as unknown as Order;
  const lines = pickableLines(order, () => 2);
  const ada = { orderId: "ord_1", n: 3, holder: "Ada Lovelace", state: "used" } as const;
  const erased = { orderId: "ord_1", n: 1, holder: "", state: "valid" } as const;
  const [tee, tasting] = withPickableSeats(lines, order, [ada, erased]);
  expect(tee?.seats).toBeUndefined();
  expect(tasting?.seats).toEqual([
    { seat: 0, text: "Ticket 1 of 3", isUsed: false },
    { seat: 2, text: "Ticket 3 of 3 · Ada Lovelace", isUsed: true },
  ]);
  expect(toLinePieces(pickAll([{ line: 0, name: "Tee", max: 2 }, ...(tasting ? [tasting] : [])]))).toEqual([
    { line: 0, quantity: 2 },
    { line: 1, quantity: 2, seats: [0, 2] },
  ]);
});

test.each([
  [["Ada Lovelace"], "Ticket 1 (Ada Lovelace) was used: someone was let in."],
  [[""], "Ticket 1 was used: someone was let in."],
  [["", "Ada Lovelace"], "Tickets 1, 2 (Ada Lovelace) were used: someone was let in."],
])("the warning about used tickets of the holders %j leaves out erased names", (holders, text) => {
  const usedTickets = holders.map((holder, i) => ({
    orderId: "ord_1",
    n: i + 1,
    holder,
    state: "used" as const,
  }));
  expect(usedTicketsText(usedTickets)).toBe(text);
});
