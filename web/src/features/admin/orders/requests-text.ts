import type { OrderSummary } from "../../../../../shared/order.ts";
import { REQUEST_LABEL } from "../../../../../shared/customer-request.ts";

/** What the customer of an order asks for: 'Asks to cancel the order'. */
export const requestsText = (asks: NonNullable<OrderSummary["asks"]>): string =>
  asks.map((kind) => REQUEST_LABEL[kind]).join(", ");
