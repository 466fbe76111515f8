import { adminApi } from "../../shared/api-admin.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { Product } from "../../shared/product.ts";
import type { Client } from "./client.ts";

/** Changes and deletes products by the admin API. */
export const createProductAdmin = (client: Client) => ({
  /** Saves changes of a product as the admin's form does. */
  async change(id: string, change: Partial<Pick<Product, "name" | "price" | "stock" | "featured">>) {
    const { data: current } = await client.call(publicApi.getProduct, { params: { id } });
    const { data } = await client.call(adminApi.updateProduct, {
      token: await client.adminToken(),
      params: { id },
      body: { ...current, ...change, stockWas: current.stock },
    });
    return data;
  },
  async remove(id: string): Promise<void> {
    await client.call(adminApi.deleteProduct, { token: await client.adminToken(), params: { id } });
  },
});
