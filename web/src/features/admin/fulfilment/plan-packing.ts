import type { OrderSummary } from "../../../../../shared/order.ts";
import { isPacked, packingRefusal } from "../../../../../shared/packing.ts";
import type { Plan } from "./plan-completions.ts";

/** What marking an order as packed would do. */
export function planPacking(order: OrderSummary): Plan {
  const refusal = packingRefusal(order, order.delivery);
  if (refusal !== undefined) return { state: "problem", text: refusal };
  if (isPacked(order)) return { state: "unchanged", text: "Already packed" };
  return { state: "apply", text: "Packed" };
}
