/** Calculates what completing orders from a list would do, line by line. Changes no order. */
import { ORDER_STATUS, statusRefusal } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import {
  hasNothingToShip,
  packingMessages,
  sendingObstacle,
  trackingRefusal,
} from "../../../../../shared/packing.ts";
import { type FindOrder, isOrderNumber, referencesText } from "./find-order.ts";
import { swapNumbers, type TrackingLine } from "./tracking-list.ts";

/**
 * What a change would do to an order. 'unchanged': it would have no effect. 'problem': it cannot be made. `text` is the message for
 * the admin.
 */
export type Plan = { state: "apply" | "unchanged" | "problem"; text: string };

/** A line with its order. Only a line in the state 'apply' is applied. */
export type PlannedLine = Plan & TrackingLine & { order: OrderSummary | undefined };

const problemPlan = (text: string): Plan => ({ state: "problem", text });

/** What setting an order to 'Completed' with a tracking number ('' for none) would do. */
export function planCompletion(order: OrderSummary, tracking: string): Plan {
  const { orderStatus, delivery, erased, tracking: currentTracking = "" } = order;
  if (orderStatus === ORDER_STATUS.cancelled) return problemPlan(packingMessages.cancelled);
  const refusal =
    statusRefusal(order, ORDER_STATUS.completed) ??
    (orderStatus === ORDER_STATUS.completed ? undefined : sendingObstacle(order)) ??
    (tracking === "" ? undefined : trackingRefusal(order, delivery));
  if (refusal !== undefined) return problemPlan(refusal);
  const isSameTracking = tracking === "" || tracking === currentTracking;
  if (orderStatus === ORDER_STATUS.completed) {
    if (isSameTracking) return { state: "unchanged", text: "Already completed" };
    if (erased) return problemPlan(packingMessages.erased);
    return currentTracking === ""
      ? { state: "apply", text: "Adds the tracking number" }
      : problemPlan(
          `Already completed with ${currentTracking}. Change the number in the order, if it is wrong.`,
        );
  }
  // Orders of an older version of the shop have no `delivery`.
  const isShipped = delivery === undefined || delivery === "ship";
  if (tracking === "" && currentTracking === "" && isShipped && !hasNothingToShip(order))
    return { state: "apply", text: "Completes, without a tracking number" };
  if (currentTracking !== "" && !isSameTracking)
    return problemPlan(`Already has the tracking number ${currentTracking}.`);
  return { state: "apply", text: "Completes" };
}

/**
 * Why a batch must not change `order`: the recipient has changed since `earlierOrder`, so a printed label would be wrong.
 * Undefined if the name is the same, and the address is the same or was not known before.
 */
export const recipientRefusal = (earlierOrder: OrderSummary, order: OrderSummary): string | undefined =>
  earlierOrder.customer.name === order.customer.name &&
  (earlierOrder.shipTo === undefined || earlierOrder.shipTo === order.shipTo)
    ? undefined
    : "The customer has changed the address meanwhile: print the packing slip and the label again.";

/** A line with the order that its reference names, or with several orders if the reference matches several. */
type MatchedLine = TrackingLine & { match: ReturnType<FindOrder> };

const singleMatch = ({ match }: MatchedLine): OrderSummary | undefined =>
  Array.isArray(match) ? undefined : match;

/** The problem of a line that has the reference of an order in the place of its tracking number; undefined for other lines. */
function referenceProblem(
  tracking: string,
  match: MatchedLine["match"],
  findOrder: FindOrder,
): string | undefined {
  const matchOfTracking = findOrder(tracking);
  if (matchOfTracking === undefined && !isOrderNumber(tracking)) return undefined;
  return matchOfTracking === match
    ? "No tracking number: this is the order's own number."
    : "Two orders are in this line. Write each order in its own line.";
}

/**
 * Finds the order of a line. If the line has the tracking number first, swaps reference and tracking number. Does not swap a
 * line that begins with an order's number: this number is no tracking number, even if the shop has no such order.
 */
function matchLine(line: TrackingLine, findOrder: FindOrder): MatchedLine {
  if (line.problem !== undefined && line.reference === "") return { ...line, match: undefined };
  const match = findOrder(line.reference);
  const hasReferenceFirst = !line.mayBeSwapped || isOrderNumber(line.reference);
  const problem = match && referenceProblem(line.tracking, match, findOrder);
  if (problem !== undefined) return { ...line, match, problem };
  if (match !== undefined || line.tracking === "" || hasReferenceFirst) return { ...line, match };
  const matchOfTracking = findOrder(line.tracking);
  return matchOfTracking === undefined
    ? { ...line, match }
    : { ...swapNumbers(line), match: matchOfTracking };
}

/** '1, 2 and 3', for at least two lines. */
const lineNumbersText = (lines: readonly MatchedLine[]): string => {
  const numbers = lines.map(({ lineNumber }) => lineNumber);
  return `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1) ?? ""}`;
};

function planLine(line: MatchedLine, linesOfOrder: readonly MatchedLine[], isLoading: boolean): Plan {
  if (line.problem !== undefined) return problemPlan(line.problem);
  if (Array.isArray(line.match))
    return problemPlan(`Several orders end like this: ${referencesText(line.match)}. Write more of the id.`);
  if (line.match === undefined)
    return problemPlan(isLoading ? "Not found yet: older orders are still loading." : "No such order.");
  // Carriers' files have texts such as 'N/A' for labels that were not bought. The customer would get the text by mail.
  if (line.tracking !== "" && !/\d/.test(line.tracking))
    return problemPlan(`No tracking number: '${line.tracking}' has no digit.`);
  const [firstLine = line] = linesOfOrder;
  if (linesOfOrder.some(({ tracking }) => tracking !== firstLine.tracking))
    return problemPlan(
      `This order is in lines ${lineNumbersText(linesOfOrder)} with different numbers. Keep one of them.`,
    );
  if (firstLine !== line) return { state: "unchanged", text: `The same as line ${firstLine.lineNumber}` };
  return planCompletion(line.match, line.tracking);
}

/** What each line would do. `isLoading`: whether some orders are not loaded yet. */
export function planCompletions(
  lines: readonly TrackingLine[],
  findOrder: FindOrder,
  isLoading: boolean,
): PlannedLine[] {
  const matchedLines = lines.map((line) => matchLine(line, findOrder));
  const linesByOrder = new Map<string, MatchedLine[]>();
  for (const line of matchedLines) {
    const order = singleMatch(line);
    if (!order || line.problem !== undefined) continue;
    const { orderId } = order;
    linesByOrder.set(orderId, [...(linesByOrder.get(orderId) ?? []), line]);
  }
  return matchedLines.map((line) => {
    const order = singleMatch(line);
    const linesOfOrder = order ? (linesByOrder.get(order.orderId) ?? []) : [];
    return { ...line, order, ...planLine(line, linesOfOrder, isLoading) };
  });
}
