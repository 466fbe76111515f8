import { useEffect, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { ProductStock } from "../../../../../shared/stock.ts";
import { adminCall } from "../identity/admin-call.ts";
import { pollWhileInUse } from "../poll.ts";

/** Holds come and go with every checkout; read again this often (ms). */
const REFRESH = 20_000;

/** Where the pieces of a product are, kept up to date: `known` is undefined for a new one, and until it has been read. */
export function useStock(productId: string | undefined) {
  const [known, take] = useState<ProductStock>();
  useEffect(() => {
    if (productId === undefined) return undefined;
    return pollWhileInUse(async (signal) => {
      try {
        take(await adminCall(adminApi.getStock, { params: { id: productId }, signal }));
      } catch (error) {
        // What was read last stays: the form works without it.
        if (!signal.aborted) console.error("The stock could not be read", error);
      }
    }, REFRESH);
  }, [productId]);
  return { known, take };
}
