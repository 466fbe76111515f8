import type { CustomerRequest } from "../../shared/customer-request.ts";
import { closeAttention } from "./attention-rules.ts";
import { withBalance } from "./balance-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

/** Pure: the order with an answered, declined or accepted request, and without the request's cause for attention. */
export function withClosedRequest(order: StoredOrder, closedRequest: CustomerRequest): StoredOrder {
  const requests = order.requests?.map((request) =>
    request.requestId === closedRequest.requestId ? closedRequest : request,
  );
  return withBalance(
    closeAttention({ ...order, requests }, ({ about }) => about === closedRequest.requestId),
  );
}
