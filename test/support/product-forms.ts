import { adminApi } from "../../shared/api-admin.ts";
import type { ProductChange, ProductInput } from "../../shared/product-input.ts";
import type { BackOffice } from "./back-office.ts";
import { call } from "./invoke.ts";

/** The form of a shirt at $24.99, ten in stock. */
export const SHIRT_FORM: ProductInput = {
  name: "Angel's Share Tee",
  description: "Cotton.",
  price: 24.99,
  category: "shirts",
  stock: 10,
  featured: true,
  imageUrls: ["/media/products/tee.webp"],
  details: ["Soft"],
};

/** Sends forms of products to the admin API, by default the form of a shirt. */
export function productForms(office: () => BackOffice) {
  const postProduct = (body: object) => call(office().handler, adminApi.createProduct, { body });
  return {
    postProduct,
    createProduct: async (changes: Partial<ProductInput> = {}) =>
      (await postProduct({ ...SHIRT_FORM, ...changes })).data,
    updateProduct: (id: string, body: Partial<ProductChange>) =>
      call(office().handler, adminApi.updateProduct, { params: { id }, body: { ...SHIRT_FORM, ...body } }),
    listProducts: async () => (await call(office().handler, adminApi.listProductsAsAdmin)).data.products,
  };
}
