import { useEffect, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { ProductStock } from "../../../../../shared/stock.ts";
import { adminCall } from "../identity/admin-call.ts";
import { pollWhileInUse } from "../poll.ts";
import { productsStore } from "../products/products-store.ts";

/** Holds come and go with every checkout; read again this often (ms). */
const REFRESH = 20_000;

/** Reads where the pieces of a product are; the list of products learns of those that are no longer offered. */
export async function readStock(productId: string, signal?: AbortSignal): Promise<ProductStock> {
  const stock = await adminCall(adminApi.getStock, { params: { id: productId }, signal });
  productsStore.putStock(productId, stock);
  return stock;
}

/** Where the pieces of a product are, kept up to date: `known` is undefined for a new one, and until it has been read. */
export function useStock(productId: string | undefined) {
  const [known, setKnown] = useState<ProductStock>();
  useEffect(() => {
    if (productId === undefined) return undefined;
    return pollWhileInUse(async (signal) => {
      try {
        setKnown(await readStock(productId, signal));
      } catch (error) {
        // What was read last stays: the form works without it.
        if (!signal.aborted) console.error("The stock could not be read", error);
      }
    }, REFRESH);
  }, [productId]);
  /** As a call just answered it. */
  const take = (stock: ProductStock) => {
    setKnown(stock);
    if (productId !== undefined) productsStore.putStock(productId, stock);
  };
  return { known, take };
}
