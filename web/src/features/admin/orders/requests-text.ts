import type { OrderSummary } from "../../../../../shared/order.ts";
import { REQUEST_LABEL } from "../../../../../shared/customer-request.ts";

/** The customer's open requests as text: 'Asks to cancel the order'. */
export const requestsText = (requests: NonNullable<OrderSummary["asks"]>): string =>
  requests.map((kind) => REQUEST_LABEL[kind]).join(", ");
