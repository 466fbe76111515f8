import { backInStockApi } from "../../shared/api-back-in-stock.ts";
import { backInStockPath } from "../../shared/back-in-stock.ts";
import { fillPath } from "../../shared/endpoint.ts";
import type { StockRequestItem } from "./request-table.ts";
import { requestId } from "./request-table.ts";

/** The links of a request: to the pages that confirm or end the request, and for the mail's header List-Unsubscribe. */
export function linksOf(request: StockRequestItem, origin: string) {
  const params = { request: requestId(request), token: request.token };
  return {
    confirmUrl: origin + fillPath(backInStockPath, { action: "confirm", ...params }),
    endUrl: origin + fillPath(backInStockPath, { action: "end", ...params }),
    unsubscribe: origin + fillPath(backInStockApi.endStockRequest.path, params),
  };
}
