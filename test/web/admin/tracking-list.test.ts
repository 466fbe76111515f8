import { describe, expect, test } from "vitest";
import { orderFinder, referenceOf } from "../../../web/src/features/admin/fulfilment/find-order.ts";
import {
  planCompletions,
  recipientRefusal,
} from "../../../web/src/features/admin/fulfilment/plan-completions.ts";
import { heldBackText, resultText } from "../../../web/src/features/admin/fulfilment/result-text.ts";
import { planPacking } from "../../../web/src/features/admin/fulfilment/plan-packing.ts";
import { isToPack } from "../../../web/src/features/admin/fulfilment/to-pack.ts";
import { MAX_LINES, parseTrackingList } from "../../../web/src/features/admin/fulfilment/tracking-list.ts";
import type { OrderSummary } from "../../../shared/order.ts";
import { orderNumberPrefix } from "../../../shared/site/order-number.ts";
import { orderSummary } from "./orders.ts";

const parsedLines = (text: string) => parseTrackingList(text).map((line) => [line.reference, line.tracking]);

describe("a pasted list of tracking numbers", () => {
  test.each([
    ["commas", "BV-1, 1Z9\nBV-2,1Z8"],
    ["tabs, as copied from a spreadsheet", "BV-1\t1Z9\nBV-2\t1Z8"],
    ["semicolons", "BV-1;1Z9\nBV-2;1Z8"],
    ["spaces", "BV-1 1Z9\nBV-2   1Z8"],
    ["colons and equals signs", "BV-1: 1Z9\nBV-2 = 1Z8"],
    ["different separators in one list", "BV-1, 1Z9\nBV-2\t1Z8"],
    [
      "the line ends of Windows, empty lines and a byte order mark",
      "\ufeff\r\nBV-1,1Z9\r\n\r\n  \r\nBV-2,1Z8\r\n",
    ],
    ["the line ends of old Macs", "BV-1,1Z9\rBV-2,1Z8\r"],
    ["quotes", `"BV-1","1Z9"\n "BV-2" , "1Z8" `],
    ["spreadsheet text", `="BV-1",="1Z9"\n'BV-2,'1Z8`],
    ["invisible and no-break spaces", "BV-1\u200b,\u00a01Z9\nBV-2,1Z8\u200e"],
    ["more columns", "BV-1,1Z9,UPS,Louisville\nBV-2,1Z8,,"],
  ])("is read with %s", (_, text) => {
    expect(parsedLines(text)).toEqual([
      ["BV-1", "1Z9"],
      ["BV-2", "1Z8"],
    ]);
  });

  test.each([
    [
      "Pirate Ship",
      `Created Date,Recipient,Order ID,Tracking Number,Cost\n"Nov 1, 2026",Ada,BV-1,9400 1000,$4.10`,
    ],
    ["Click-N-Ship", `Label Number\tReference Number\n9400 1000\tBV-1`],
    ["ShipStation", `Order - Number,Tracking #,Service\nBV-1,94001000,First`],
    ["a list with abbreviations", `Order No.,Tracking No.\nBV-1,94001000`],
    ["UPS", `"Reference Number 1";"Tracking Number"\n"BV-1";"94001000"`],
    ["a list with only two headings", `order,tracking\nBV-1,94001000`],
    [
      "a list with headings in capital letters, after a byte order mark",
      `\ufeffORDER_ID,TRACKING_NUMBER\r\nBV-1,94001000\r\n`,
    ],
  ])("is read by the columns of %s", (_, text) => {
    expect(parsedLines(text)).toEqual([["BV-1", "94001000"]]);
  });

  test("keeps the line numbers of the text, also after a cell with a line break", () => {
    const text = `Order ID,Note,Tracking Number\nBV-1,"two\r\nlines",1Z9\n\nBV-2,,1Z8`;
    expect(parseTrackingList(text).map(({ lineNumber }) => lineNumber)).toEqual([2, 5]);
  });

  test("reads the other lines after a quote that is never closed", () => {
    expect(parsedLines(`BV-1,"1Z9\nBV-2,1Z8\nBV-3,1Z7`)).toEqual([
      ["BV-1", `"1Z9`],
      ["BV-2", "1Z8"],
      ["BV-3", "1Z7"],
    ]);
  });

  test.each([
    ["", undefined],
    [" \n\t\n", undefined],
    [",1Z9", "No order in this line."],
    [
      "BV-1,9.40011E+21",
      "A spreadsheet has rounded this number. Format its column as text, and copy it again.",
    ],
    [`BV-1,${"1".repeat(101)}`, "A tracking number has at most 100 characters."],
    ["BV-1,1Z\u00079", "This tracking number has characters that cannot be shown."],
    [
      "Order ID,Tracking Number,Status\nBV-1,1Z9,Refunded",
      "The carrier's file says about this label: Refunded.",
    ],
    ["Name,Tracking Number\nAda,1Z9", "No column with the order's id or number was found."],
    ["Order ID,Name\nBV-1,Ada", "No column with the tracking number was found."],
  ])("with the text %j has the problem %j", (text, problem) => {
    expect(parseTrackingList(text)[0]?.problem).toBe(problem);
  });

  test(`is read up to line ${MAX_LINES}; the next line has a problem, and the others are left out`, () => {
    const lines = parseTrackingList(
      Array.from({ length: MAX_LINES + 5 }, (_, i) => `BV-${i},1Z${i}`).join("\n"),
    );
    expect(lines).toHaveLength(MAX_LINES + 1);
    expect(lines.filter(({ problem }) => problem !== undefined)).toMatchObject([
      { reference: `BV-${MAX_LINES}` },
    ]);
  });
});

const PREFIX = orderNumberPrefix;
const lowerPrefix = PREFIX.toLowerCase();
const orderToShip = (changes: Partial<OrderSummary> & { orderNumber?: string }): OrderSummary =>
  orderSummary({ delivery: "ship", orderStatus: 1, paymentStatus: "paid", ...changes });
const orderWithId = orderToShip({ orderId: "ord_01KAKQ7W3E5S8V2M4N6P8R0T1X" });
const orderWithNumber = orderToShip({
  orderId: "ord_01KAKQ7W3E5S8V2M4N6P9ZZZ1X",
  orderNumber: `${PREFIX}-1042`,
});

describe("an order of a list", () => {
  const findOrder = orderFinder([orderWithId, orderWithNumber]);
  test.each([
    [orderWithId.orderId, orderWithId],
    [orderWithId.orderId.toLowerCase(), orderWithId],
    [`#${orderWithId.orderId}`, orderWithId],
    ["P8R0T1X", orderWithId],
    ["p8r0t1x", orderWithId],
    [`${PREFIX}-1042`, orderWithNumber],
    [`#${lowerPrefix} 1042`, orderWithNumber],
    [`${lowerPrefix}1042`, orderWithNumber],
    ["1042", orderWithNumber],
  ])("is found by %j", (reference, expected) => {
    expect(findOrder(reference)).toBe(expected);
  });

  test.each(["1043", "T1X", "ZZZ1X", `${PREFIX}-1043`, ""])("is not found by %j", (reference) => {
    expect(findOrder(reference)).toBeUndefined();
  });

  test("is not chosen if several ids end alike: all of them are returned", () => {
    const twin = orderToShip({ orderId: orderWithId.orderId.replace("KAK", "KAJ") });
    expect(orderFinder([orderWithId, twin])("P8R0T1X")).toEqual([orderWithId, twin]);
  });

  test("is named in the message about orders that an admin has to open before they are sent", () => {
    const orders = ["BV-1", "BV-2", "BV-3", "BV-4"].map((orderNumber) => orderToShip({ orderNumber }));
    const resultOf = (exportedCount: number, heldBackCount: number) =>
      resultText(
        "Exported",
        orders,
        orders.slice(0, exportedCount),
        "nothing to ship",
        orders.slice(exportedCount, exportedCount + heldBackCount),
      );
    expect([resultOf(3, 1), resultOf(2, 2), resultOf(2, 1)]).toEqual([
      "Exported. 1 selected order must not be sent yet (BV-4): open it and decide first.",
      "Exported. 2 selected orders must not be sent yet (BV-3 and BV-4): open them and decide first.",
      "Exported. 1 selected order must not be sent yet (BV-3): open it and decide first. 1 selected order was left out (BV-4): nothing to ship, or not loaded.",
    ]);
    expect(heldBackText(orders, [])).toBe("");
  });

  test("is named in the message about left-out orders, which has at most three names", () => {
    const orders = [`${PREFIX}-1`, `${PREFIX}-2`, `${PREFIX}-3`, `${PREFIX}-4`, `${PREFIX}-5`].map(
      (orderNumber) => orderToShip({ orderNumber }),
    );
    const resultOf = (selectedCount: number, exportedCount: number) =>
      resultText(
        "1 parcel exported",
        orders.slice(0, selectedCount),
        orders.slice(0, exportedCount),
        "nothing to ship",
        [],
      );
    expect([resultOf(1, 1), resultOf(2, 1), resultOf(4, 1), resultOf(5, 1)]).toEqual([
      "1 parcel exported",
      `1 parcel exported. 1 selected order was left out (${PREFIX}-2): nothing to ship, or not loaded.`,
      `1 parcel exported. 3 selected orders were left out (${PREFIX}-2, ${PREFIX}-3 and ${PREFIX}-4): nothing to ship, or not loaded.`,
      `1 parcel exported. 4 selected orders were left out (${PREFIX}-2, ${PREFIX}-3, ${PREFIX}-4 and 1 more): nothing to ship, or not loaded.`,
    ]);
  });

  test("is named by its number, or by its id", () => {
    expect([referenceOf(orderWithId), referenceOf(orderWithNumber)]).toEqual([
      orderWithId.orderId,
      `${PREFIX}-1042`,
    ]);
  });
});

describe("the plan of a list", () => {
  const planLines = (
    text: string,
    orders: readonly OrderSummary[] = [orderWithId, orderWithNumber],
    isLoading = false,
  ) =>
    planCompletions(parseTrackingList(text), orderFinder(orders), isLoading).map(
      ({ state, text: planText }) => [state, planText],
    );
  const planLine = (changes: Partial<OrderSummary>, tracking = "1Z9") =>
    planLines(`${orderWithId.orderId},${tracking}`, [{ ...orderWithId, ...changes }])[0];

  test.each<[string, Partial<OrderSummary>, string, string, RegExp]>([
    ["a pending order", {}, "1Z9", "apply", /^Completes$/],
    ["a pending order, in a line without a number", {}, "", "apply", /without a tracking number/],
    [
      "a completed order that has the line's number",
      { orderStatus: 2, tracking: "1Z9" },
      "1Z9",
      "unchanged",
      /Already/,
    ],
    [
      "a completed order, in a line without a number",
      { orderStatus: 2, tracking: "1Z9" },
      "",
      "unchanged",
      /Already/,
    ],
    ["a completed order that has no number", { orderStatus: 2 }, "1Z9", "apply", /^Adds/],
    [
      "a completed order with another number",
      { orderStatus: 2, tracking: "1Z8" },
      "1Z9",
      "problem",
      /with 1Z8/,
    ],
    ["a pending order with another number", { tracking: "1Z8" }, "1Z9", "problem", /has .* 1Z8/],
    ["a cancelled order", { orderStatus: 3 }, "1Z9", "problem", /is cancelled/],
    ["an unpaid order", { paymentStatus: "unpaid" }, "1Z9", "problem", /is not paid/],
    ["an order that is being refunded", { refunding: true }, "1Z9", "problem", /being refunded/],
    ["an erased order", { erased: true }, "1Z9", "problem", /was erased/],
    ["an order that its customer wants to cancel", { asks: ["cancel"] }, "1Z9", "problem", /asks to cancel/],
    [
      "an order that its customer disputes",
      { doNotSend: "disputed" },
      "1Z9",
      "problem",
      /disputes the payment/,
    ],
    [
      "an order that the bank reports as fraud",
      { doNotSend: "fraud-warning" },
      "1Z9",
      "problem",
      /reports the payment as fraud/,
    ],
    [
      "an order with a lost dispute",
      { disputeLost: true },
      "1Z9",
      "problem",
      /A dispute was lost: open this order/,
    ],
    [
      "a sent order that its customer disputes",
      { orderStatus: 2, doNotSend: "disputed" },
      "1Z9",
      "apply",
      /^Adds/,
    ],
    ["an order with a message from its customer", { asks: ["problem"] }, "1Z9", "apply", /^Completes$/],
    [
      "a sent order that its customer wants to cancel",
      { orderStatus: 2, asks: ["cancel"] },
      "1Z9",
      "apply",
      /^Adds/,
    ],
    ["an order that is picked up", { delivery: "pick-up" }, "1Z9", "problem", /not shipped/],
    [
      "an order that is picked up, in a line without a number",
      { delivery: "pick-up" },
      "",
      "apply",
      /^Completes$/,
    ],
    [
      "an order that has a number, in a line without a number",
      { tracking: "1Z9" },
      "",
      "apply",
      /^Completes$/,
    ],
    ["an order without items to ship", { nothingToPack: true }, "1Z9", "problem", /^No item .* left to ship/],
    [
      "an order without items to ship, in a line without a number",
      { nothingToPack: true },
      "",
      "apply",
      /^Completes$/,
    ],
    [
      "an order without items to ship that has the line's number",
      { nothingToPack: true, tracking: "1Z9" },
      "1Z9",
      "apply",
      /^Completes$/,
    ],
  ])("says what happens with %s", (_, changes, tracking, state, text) => {
    expect(planLine(changes, tracking)).toEqual([state, expect.stringMatching(text)]);
  });

  test("names the orders whose ids end like the line's reference", () => {
    const twin = orderToShip({ orderId: "ord_01KAJQ7W3E5S8V2M4N6P8R0T1X", orderNumber: `${PREFIX}-1043` });
    expect(planLines("P8R0T1X,1Z9", [orderWithId, twin])).toEqual([
      [
        "problem",
        `Several orders end like this: ${orderWithId.orderId} and ${PREFIX}-1043. Write more of the id.`,
      ],
    ]);
  });

  test("accepts a line that begins with the tracking number", () => {
    expect(planLines(`1Z9,${orderWithId.orderId}`)).toEqual([["apply", "Completes"]]);
    const [line] = planCompletions(
      parseTrackingList(`9400 1000 0000 42\t${PREFIX}-1042`),
      orderFinder([orderWithNumber]),
      false,
    );
    expect(line).toMatchObject({ order: orderWithNumber, tracking: "94001000000042" });
  });

  test.each([
    ["that a spreadsheet has rounded", "9.4001E+21", /rounded/],
    ["that is too long", "9".repeat(101), /at most/],
  ])("refuses a tracking number %s, also at the beginning of a line", (_, number, problem) => {
    for (const line of [`${PREFIX}-1042\t${number}`, `${number}\t${PREFIX}-1042`])
      expect(planLines(line)).toEqual([["problem", expect.stringMatching(problem)]]);
  });

  test("applies a repeated line once, and no line of an order that has two numbers", () => {
    expect(planLines(`${orderWithId.orderId},1Z9\nP8R0T1X,1Z9`)).toEqual([
      ["apply", "Completes"],
      ["unchanged", "The same as line 1"],
    ]);
    const twoNumbersText = "This order is in lines 1 and 2 with different numbers. Keep one of them.";
    expect(planLines(`${orderWithId.orderId},1Z9\n${orderWithId.orderId},1Z8\n${PREFIX}-1042,1Z7`)).toEqual([
      ["problem", twoNumbersText],
      ["problem", twoNumbersText],
      ["apply", "Completes"],
    ]);
    const threeLines = ["1Z9", "1Z8", "1Z7"].map((number) => `${orderWithId.orderId},${number}`).join("\n");
    expect(planLines(threeLines)[0]).toEqual(["problem", expect.stringMatching(/lines 1, 2 and 3 with/)]);
  });

  test.each(["–", "‑", "—"])("finds an order whose number a text program has written with '%s'", (dash) => {
    expect(planLines(`${PREFIX}${dash}1042,1Z9`)).toEqual([["apply", "Completes"]]);
  });

  test("refuses a line with two orders, however their references are written", () => {
    const { orderId } = orderWithId;
    for (const line of [
      ...[`${PREFIX}-1042, ${orderId}`, `1042 ${orderId}`, `${orderId}, 1042`, `#1042; ${orderId.slice(-8)}`],
      ...[`${PREFIX}-1042, ${PREFIX}-7, ${PREFIX}-8`, `1042, ${lowerPrefix} 7`],
    ])
      expect(planLines(line)).toEqual([
        ["problem", "Two orders are in this line. Write each order in its own line."],
      ]);
    for (const line of [`${PREFIX}-1042, ${PREFIX} 123 456 789 US`, `${PREFIX}-1042, ${PREFIX}X1`])
      expect(planLines(line)).toEqual([["apply", "Completes"]]);
  });

  test("does not take the order's own number or id for its tracking number", () => {
    const { orderId } = orderWithNumber;
    for (const line of [
      `${PREFIX}-1042, ${PREFIX}-1042`,
      `${lowerPrefix} 1042; 1042`,
      `${orderId},${PREFIX}-1042`,
      `${PREFIX}-1042,${orderId.slice(-8)}`,
    ])
      expect(planLines(line), line).toEqual([
        ["problem", "No tracking number: this is the order's own number."],
      ]);
  });

  test("refuses a line with an unknown order, and does not read an order's number, a name or a date as a tracking number", () => {
    for (const line of [
      ...[
        `${PREFIX}-9,1042`,
        `${lowerPrefix} 9;1042`,
        `Ada Lovelace,${PREFIX}-1042`,
        `Nov 20\t${PREFIX}-1042\t1Z9`,
      ],
      "Reference,Tracking Number\nA77,1042",
    ]) {
      expect(planLines(line)).toEqual([["problem", "No such order."]]);
      expect(planLines(line, undefined, true)[0]).toEqual([
        "problem",
        expect.stringMatching(/^Not found yet/),
      ]);
    }
  });

  test("refuses a tracking number without a digit, but finds an order by an id's end without a digit", () => {
    for (const line of [
      `${PREFIX}-1042,N/A`,
      `${PREFIX}-1042 UPS`,
      `${PREFIX}-1042,Ada Lovelace,1Z9`,
      `Order,Tracking\n${PREFIX}-1042,-`,
    ])
      expect(planLines(line)).toEqual([
        ["problem", expect.stringMatching(/^No tracking number: .* no digit/)],
      ]);
    const order = orderToShip({ orderId: "ord_01KAKQ7W3E5S8V2M4NABCDEFGH" });
    for (const line of ["ABCDEFGH,1Z9", "1Z9,ABCDEFGH"])
      expect(planLines(line, [order])).toEqual([["apply", "Completes"]]);
  });

  test("says that an order is unknown, or that it may still be loading", () => {
    expect(planLines(`${PREFIX}-9,1Z9`)).toEqual([["problem", "No such order."]]);
    expect(planLines(`${PREFIX}-9,1Z9`, [orderWithId], true)).toEqual([
      ["problem", "Not found yet: older orders are still loading."],
    ]);
  });
});

test.each<[Partial<OrderSummary>, string, RegExp]>([
  [{}, "apply", /Packed/],
  [{ packed: true }, "unchanged", /Already packed/],
  [{ delivery: "pick-up", ready: true }, "unchanged", /Already packed/],
  [{ delivery: "none" }, "problem", /Only tickets/],
  [{ delivery: undefined }, "problem", /Open this order/],
  [{ orderStatus: 2, packed: true }, "problem", /completed/],
  [{ orderStatus: 3 }, "problem", /cancelled/],
  [{ paymentStatus: "refunded" }, "problem", /The money of this order went back/],
  [{ refunding: true }, "problem", /being refunded/],
  [{ paymentStatus: "unpaid" }, "problem", /not paid/],
  [{ erased: true }, "problem", /erased/],
  [{ asks: ["cancel"] }, "problem", /asks to cancel/],
  [{ asks: ["cancel"], packed: true }, "unchanged", /Already packed/],
  [{ asks: ["problem"] }, "apply", /Packed/],
  [{ doNotSend: "disputed" }, "problem", /disputes the payment/],
  [{ doNotSend: "disputed", packed: true }, "unchanged", /Already packed/],
  [{ doNotSend: "fraud-warning" }, "problem", /reports the payment as fraud/],
  [{ disputeLost: true }, "problem", /A dispute was lost: open this order/],
  [{ nothingToPack: true }, "problem", /No item of this order is left to pack/],
])("the plan to pack an order with %j is '%s'", (changes, state, text) => {
  expect(planPacking({ ...orderWithId, ...changes })).toEqual({
    state,
    text: expect.stringMatching(text) as string,
  });
});

test("an order is not to be packed if it is packed, cancellation is asked for, a dispute is open or was lost, or no item is left", () => {
  expect([
    isToPack(orderWithId),
    isToPack({ ...orderWithId, asks: ["cancel"] }),
    isToPack({ ...orderWithId, doNotSend: "disputed" }),
    isToPack({ ...orderWithId, disputeLost: true }),
    isToPack({ ...orderWithId, packed: true }),
    isToPack({ ...orderWithId, nothingToPack: true }),
  ]).toEqual([true, false, false, false, false, false]);
});

test.each<[string, boolean, Partial<OrderSummary>, Partial<OrderSummary>]>([
  ["the same address", false, { shipTo: "1 A St" }, { shipTo: "1 A St", version: 9 }],
  ["another address", true, { shipTo: "1 A St" }, { shipTo: "2 B St" }],
  ["another name", true, {}, { customer: { name: "Grace", email: "ada@example.com" } }],
  ["its first address", false, {}, { shipTo: "2 B St" }],
])("a batch refuses an order that was read again with %s: %s", (_, isRefused, before, now) => {
  expect(recipientRefusal({ ...orderWithId, ...before }, { ...orderWithId, ...now }) !== undefined).toBe(
    isRefused,
  );
});
