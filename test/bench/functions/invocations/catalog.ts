// Events for the functions of the catalog, its pages and its pictures.
import { newId } from "../../../../lambdas/lib/ids.ts";
import { putUpload } from "../../../../lambdas/media/upload-table.ts";
import { pagesApi } from "../../../../shared/api-pages.ts";
import { publicApi } from "../../../../shared/api-public.ts";
import type { BenchShop } from "./bench-shop.ts";
import { messageOf, requestOf, type MakeEvent } from "./events.ts";

async function uploadMessage() {
  const now = new Date();
  const uploadId = newId("upl", +now);
  await putUpload(uploadId, `/media/products/${uploadId}.webp`, now);
  const detail = { bucket: { name: "media" }, object: { key: `uploads/${uploadId}.webp` } };
  return messageOf("aws.s3", "Object Created", detail);
}

export function catalogEvents({ products }: BenchShop): Record<string, MakeEvent> {
  const productId = products[0]?.id ?? "";
  return {
    "catalog-api: the list": () => requestOf(publicApi.listProducts),
    "catalog-api: one product": () => requestOf(publicApi.getProduct, { params: { id: productId } }),
    "render-page: the store": () => requestOf(pagesApi.store),
    "render-page: one product": () => requestOf(pagesApi.productPage, { params: { productId } }),
    "process-image": uploadMessage,
  };
}
