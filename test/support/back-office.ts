import { adminApi } from "../../shared/api-admin.ts";
import type { BodyInput } from "../../shared/endpoint.ts";
import type { Product } from "../../shared/product.ts";
import { stockOrVariantStocks } from "../../web/src/features/admin/product-form/draft.ts";
import { orderOf } from "./invariants.ts";
import type { HttpHandler } from "./invoke.ts";
import { call } from "./invoke.ts";
import type { Shop } from "./shop.ts";

/** Calls the handler of the admin API as a signed-in admin. Each function returns the response. */
export async function openBackOffice(shop: Shop) {
  const { handler } = (await import("../../lambdas/admin-api.ts")) as { handler: HttpHandler };
  const versionOf = async (orderId: string) => (await orderOf(shop.table, orderId)).version;
  return {
    handler,
    /** Changes an order; `version` defaults to the stored version. */
    async change(orderId: string, body: Partial<BodyInput<typeof adminApi.changeOrder>>) {
      const version = await versionOf(orderId);
      return call(handler, adminApi.changeOrder, { params: { id: orderId }, body: { version, ...body } });
    },
    /** Requests a refund of an order; `version` defaults to the stored version. */
    async refund(orderId: string, body: Partial<BodyInput<typeof adminApi.requestRefund>>) {
      const version = await versionOf(orderId);
      return call(handler, adminApi.requestRefund, { params: { id: orderId }, body: { version, ...body } });
    },
    /** Saves changes of the stored product as the admin's form does, with the stored stock as the stock that the form has shown. */
    async saveProduct({ id }: Pick<Product, "id">, changes: Partial<Product>) {
      const { products } = (await call(handler, adminApi.listProductsAsAdmin)).data;
      const storedProduct = products.find((product) => product.id === id);
      if (!storedProduct) throw new Error(`There is no product ${id}`);
      const stockWas = stockOrVariantStocks(storedProduct);
      const body = { ...storedProduct, ...changes, stockWas };
      return call(handler, adminApi.updateProduct, { params: { id }, body });
    },
    addNote: (orderId: string, body: BodyInput<typeof adminApi.addNote>) =>
      call(handler, adminApi.addNote, { params: { id: orderId }, body }),
    listOrders: (query: Record<string, string> = {}) => call(handler, adminApi.listOrders, { query }),
    getOrder: (id: string) => call(handler, adminApi.getOrder, { params: { id } }),
  };
}
export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>;
