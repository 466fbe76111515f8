import type { CustomerRequest } from "../../shared/customer-request.ts";
import { closeAttention } from "./attention-rules.ts";
import { withBalance } from "./balance-rules.ts";
import type { StoredOrder } from "./stored-order.ts";

/** Pure: the order with a changed request, and without the request's cause for attention. */
export function withAnsweredRequest(order: StoredOrder, answeredRequest: CustomerRequest): StoredOrder {
  const requests = order.requests?.map((request) =>
    request.requestId === answeredRequest.requestId ? answeredRequest : request,
  );
  return withBalance(
    closeAttention({ ...order, requests }, ({ about }) => about === answeredRequest.requestId),
  );
}
