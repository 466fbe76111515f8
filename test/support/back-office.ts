import { adminApi } from "../../shared/api-admin.ts";
import type { BodyInput } from "../../shared/endpoint.ts";
import { orderOf } from "./books.ts";
import type { HttpHandler } from "./invoke.ts";
import { call } from "./invoke.ts";
import type { Shop } from "./shop.ts";

/** The shop's back office: what a signed-in admin does, through the function's real entry. */
export async function openBackOffice(shop: Shop) {
  const { handler } = (await import("../../lambdas/admin-api.ts")) as { handler: HttpHandler };
  const versionOf = async (orderId: string) => (await orderOf(shop.table, orderId)).version;
  return {
    handler,
    /** Changes an order at the version it has now, unless told another. */
    async change(orderId: string, body: Partial<BodyInput<typeof adminApi.changeOrder>>) {
      const version = await versionOf(orderId);
      return call(handler, adminApi.changeOrder, { params: { id: orderId }, body: { version, ...body } });
    },
    async refund(orderId: string, body: Partial<BodyInput<typeof adminApi.requestRefund>>) {
      const version = await versionOf(orderId);
      return call(handler, adminApi.requestRefund, { params: { id: orderId }, body: { version, ...body } });
    },
    list: (query: Record<string, string> = {}) => call(handler, adminApi.listOrders, { query }),
    get: (id: string) => call(handler, adminApi.getOrder, { params: { id } }),
  };
}
export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>;
