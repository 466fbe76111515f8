import { adminApi } from "../../shared/api-admin.ts";
import type { Product } from "../../shared/product.ts";
import { stockOrVariantStocks } from "../../web/src/features/admin/product-form/draft.ts";
import type { Client } from "./client.ts";

type Change = Partial<Pick<Product, "name" | "description" | "price" | "stock" | "featured" | "event">>;

/** Changes and deletes products by the admin API. */
export const createProductAdmin = (client: Client) => ({
  /** Saves changes of a product as the admin's form does. */
  async change(id: string, change: Change) {
    const token = await client.adminToken();
    // The public API may answer from the edge's cache, with an old version.
    const { products } = (await client.call(adminApi.listProductsAsAdmin, { token })).data;
    const currentProduct = products.find((product) => product.id === id);
    if (!currentProduct) throw new Error(`There is no product ${id}.`);
    const { data } = await client.call(adminApi.updateProduct, {
      token,
      params: { id },
      body: { ...currentProduct, ...change, stockWas: stockOrVariantStocks(currentProduct) },
    });
    return data;
  },
  async remove(id: string): Promise<void> {
    await client.call(adminApi.deleteProduct, { token: await client.adminToken(), params: { id } });
  },
});
