import { countText } from "../count-text.ts";

/** The title of the question before orders are marked as packed. */
export const packingTitle = (changingCount: number): string =>
  changingCount === 0 ? "No order to mark as packed" : `Mark ${countText(changingCount, "order")} as packed?`;

/** Which customers get an email when the orders are marked as packed. */
export function packingMailsText(pickUpCount: number): string {
  if (pickUpCount === 0) return "No customer gets an email about it.";
  const customers = pickUpCount === 1 ? "its customer is" : "their customers are";
  return `${countText(pickUpCount, "order")} will be picked up: ${customers} told by email that they can come.`;
}
