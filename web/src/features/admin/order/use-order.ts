import { useCallback, useEffect, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { Order } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../identity/admin-call.ts";
import { ordersStore } from "../orders/orders-store.ts";
import { summaryOf } from "../orders/summary.ts";

type Loaded = { order?: Order; error?: string };

/** One order in full, read again when the list hears of a newer version. `show` takes one that a call answered. */
export function useOrder(orderId: string | undefined) {
  // By order: the answer to what was asked of one may come when another is open.
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Loaded>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const current = orderId === undefined ? undefined : loaded.get(orderId);
  const known = orderId === undefined ? undefined : ordersStore.index().get(orderId)?.order.version;
  const wanted = Math.max(known ?? 0, current?.order?.version ?? 0);

  const show = useCallback((order: Order) => {
    setLoaded((before) => new Map(before).set(order.orderId, { order }));
    ordersStore.put(summaryOf(order));
  }, []);

  const upToDate = current?.order !== undefined && current.order.version >= wanted;
  useEffect(() => {
    if (orderId === undefined || upToDate) return;
    const controller = new AbortController();
    adminCall(adminApi.getOrder, { params: { id: orderId }, signal: controller.signal }).then(
      show,
      (error: unknown) => {
        if (controller.signal.aborted) return;
        const missing = error instanceof ApiError && error.status === 404;
        const said = error instanceof Error ? error.message : messages.internal;
        setLoaded((before) =>
          new Map(before).set(orderId, {
            ...before.get(orderId),
            error: missing ? messages.invalidOrderId : said,
          }),
        );
      },
    );
    return () => controller.abort();
  }, [orderId, wanted, upToDate, attempt, show]);

  const retry = () => {
    setLoaded(new Map());
    setAttempt((n) => n + 1);
  };
  return { order: current?.order, error: current?.order ? undefined : current?.error, show, retry };
}
