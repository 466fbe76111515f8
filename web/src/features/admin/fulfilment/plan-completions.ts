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
  const { orderStatus, delivery, erased, tracking: present = "" } = order;
  const isShipped = delivery === undefined || delivery === "ship";
  if (orderStatus === ORDER_STATUS.cancelled) return problem("This order is cancelled.");
  const refusal =
    statusRefusal(order, ORDER_STATUS.completed) ??
    (orderStatus === ORDER_STATUS.completed ? undefined : cancellationRefusal(order));
  if (refusal !== undefined) return problem(refusal);
  if (tracking !== "" && !isShipped)
    return problem("This order is not shipped, so it has no tracking number.");
  const isSame = tracking === "" || tracking === present;
  if (orderStatus === ORDER_STATUS.completed) {
    if (isSame) return { state: "unchanged", text: "Already completed" };
    if (erased) return problem("The customer's data of this order was erased.");
    return present === ""
      ? { state: "apply", text: "Adds the tracking number" }
      : problem(`Already completed with ${present}. Change the number in the order, if it is wrong.`);
  }
  if (tracking === "" && present === "" && isShipped)
    return { state: "apply", text: "Completes, without a tracking number" };
  if (present !== "" && !isSame) return problem(`Already has the tracking number ${present}.`);
  return { state: "apply", text: "Completes" };
}

/** Why a batch must not go on with an order: its name or address has changed, and the parcel's label has the old one. */
export const recipientRefusal = (before: OrderSummary, now: OrderSummary): string | undefined =>
  before.customer.name === now.customer.name && (before.shipTo === undefined || before.shipTo === now.shipTo)
    ? undefined
    : "The customer has changed the address meanwhile: print the packing slip and the label again.";

type Matched = TrackingLine & { found: OrderSummary | "several" | undefined };

/** Finds the order of a line, also if the line has the tracking number first. */
function match(line: TrackingLine, find: FindOrder): Matched {
  if (line.problem !== undefined && line.order === "") return { ...line, found: undefined };
  const found = find(line.order);
  if (found !== undefined || line.tracking === "") return { ...line, found };
  const swapped = find(line.tracking);
  return swapped === undefined
    ? { ...line, found }
    : { ...line, order: line.tracking, tracking: line.order, found: swapped };
}

const linesText = (lines: readonly Matched[]): string => lines.map(({ line }) => line).join(" and ");

function planLine(line: Matched, linesOfOrder: readonly Matched[], isLoading: boolean): Plan {
  if (line.problem !== undefined) return problem(line.problem);
  if (line.found === "several") return problem("Several orders end like this. Write more of the id.");
  if (line.found === undefined)
    return problem(isLoading ? "Not found yet: older orders are still loading." : "No such order.");
  const [first = line] = linesOfOrder;
  if (linesOfOrder.some(({ tracking }) => tracking !== first.tracking))
    return problem(
      `This order is in lines ${linesText(linesOfOrder)} with different numbers. Keep one of them.`,
    );
  if (first !== line) return { state: "unchanged", text: `The same as line ${first.line}` };
  return planCompletion(line.found, line.tracking);
}

/** What the lines would do. `isLoading`: not all orders are known yet. */
export function planCompletions(
  lines: readonly TrackingLine[],
  find: FindOrder,
  isLoading: boolean,
): PlannedLine[] {
  const matched = lines.map((line) => match(line, find));
  const byOrder = new Map<string, Matched[]>();
  for (const line of matched) {
    if (typeof line.found !== "object" || line.problem !== undefined) continue;
    const { orderId } = line.found;
    byOrder.set(orderId, [...(byOrder.get(orderId) ?? []), line]);
  }
  return matched.map((line) => {
    const found = typeof line.found === "object" ? line.found : undefined;
    const linesOfOrder = found ? (byOrder.get(found.orderId) ?? []) : [];
    return { ...line, found, ...planLine(line, linesOfOrder, isLoading) };
  });
}
