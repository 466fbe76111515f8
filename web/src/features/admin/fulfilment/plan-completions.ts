/** Pure: what completing orders from a list would do, line by line. */
import { ORDER_STATUS, statusRefusal } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { cancellationRefusal } from "../../../../../shared/packing.ts";
import type { FindOrder } from "./find-order.ts";
import type { TrackingLine } from "./tracking-list.ts";

/** What a change would do to an order. 'unchanged': it would do nothing. `text` is the message for the admin. */
export type Plan = { state: "apply" | "unchanged" | "problem"; text: string };

/** A line with its order. Only a line in the state 'apply' is applied. */
export type PlannedLine = Plan & TrackingLine & { found: OrderSummary | undefined };

const problem = (text: string): Plan => ({ state: "problem", text });

/** What setting an order to 'Completed' with a tracking number ('' for none) would do. */
export function planCompletion(order: OrderSummary, tracking: string): Plan {
  const { orderStatus, delivery, erased, tracking: currentTracking = "" } = order;
  const isShipped = delivery === undefined || delivery === "ship";
  if (orderStatus === ORDER_STATUS.cancelled) return problem("This order is cancelled.");
  const refusal =
    statusRefusal(order, ORDER_STATUS.completed) ??
    (orderStatus === ORDER_STATUS.completed ? undefined : cancellationRefusal(order));
  if (refusal !== undefined) return problem(refusal);
  if (tracking !== "" && !isShipped)
    return problem("This order is not shipped, so it has no tracking number.");
  const isSameTracking = tracking === "" || tracking === currentTracking;
  if (orderStatus === ORDER_STATUS.completed) {
    if (isSameTracking) return { state: "unchanged", text: "Already completed" };
    if (erased) return problem("The customer's data of this order was erased.");
    return currentTracking === ""
      ? { state: "apply", text: "Adds the tracking number" }
      : problem(`Already completed with ${currentTracking}. Change the number in the order, if it is wrong.`);
  }
  if (tracking === "" && currentTracking === "" && isShipped)
    return { state: "apply", text: "Completes, without a tracking number" };
  if (currentTracking !== "" && !isSameTracking)
    return problem(`Already has the tracking number ${currentTracking}.`);
  return { state: "apply", text: "Completes" };
}

/** Why a batch stops for an order: its name or address was changed, so the printed label is wrong. */
export const recipientRefusal = (before: OrderSummary, now: OrderSummary): string | undefined =>
  before.customer.name === now.customer.name && (before.shipTo === undefined || before.shipTo === now.shipTo)
    ? undefined
    : "The customer has changed the address meanwhile: print the packing slip and the label again.";

/** `found`: the order; 'several' if the reference fits several orders. */
type MatchedLine = TrackingLine & { found: OrderSummary | "several" | undefined };

/** Finds the order of a line. If the line has the tracking number first, swaps the two. */
function matchLine(line: TrackingLine, find: FindOrder): MatchedLine {
  if (line.problem !== undefined && line.order === "") return { ...line, found: undefined };
  const found = find(line.order);
  if (found !== undefined || line.tracking === "") return { ...line, found };
  const foundByTracking = find(line.tracking);
  return foundByTracking === undefined
    ? { ...line, found }
    : { ...line, order: line.tracking, tracking: line.order, found: foundByTracking };
}

const linesText = (lines: readonly MatchedLine[]): string => lines.map(({ line }) => line).join(" and ");

function planLine(line: MatchedLine, linesOfOrder: readonly MatchedLine[], isLoading: boolean): Plan {
  if (line.problem !== undefined) return problem(line.problem);
  if (line.found === "several") return problem("Several orders end like this. Write more of the id.");
  if (line.found === undefined)
    return problem(isLoading ? "Not found yet: older orders are still loading." : "No such order.");
  const [firstLine = line] = linesOfOrder;
  if (linesOfOrder.some(({ tracking }) => tracking !== firstLine.tracking))
    return problem(
      `This order is in lines ${linesText(linesOfOrder)} with different numbers. Keep one of them.`,
    );
  if (firstLine !== line) return { state: "unchanged", text: `The same as line ${firstLine.line}` };
  return planCompletion(line.found, line.tracking);
}

/** What the lines would do. `isLoading`: not all orders are known yet. */
export function planCompletions(
  lines: readonly TrackingLine[],
  find: FindOrder,
  isLoading: boolean,
): PlannedLine[] {
  const matchedLines = lines.map((line) => matchLine(line, find));
  const linesByOrder = new Map<string, MatchedLine[]>();
  for (const line of matchedLines) {
    if (typeof line.found !== "object" || line.problem !== undefined) continue;
    const { orderId } = line.found;
    linesByOrder.set(orderId, [...(linesByOrder.get(orderId) ?? []), line]);
  }
  return matchedLines.map((line) => {
    const found = typeof line.found === "object" ? line.found : undefined;
    const linesOfOrder = found ? (linesByOrder.get(found.orderId) ?? []) : [];
    return { ...line, found, ...planLine(line, linesOfOrder, isLoading) };
  });
}
