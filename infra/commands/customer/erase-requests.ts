import type { StockRequestItem } from "../../../lambdas/back-in-stock/request-table.ts";
import { removeRequest } from "../../../lambdas/back-in-stock/request-table.ts";

/** Deletes these requests of a customer, who asked for a mail when a sold-out product is back. Idempotent. */
export async function eraseStockRequests(requests: readonly StockRequestItem[]): Promise<void> {
  for (const request of requests) await removeRequest(request);
}
