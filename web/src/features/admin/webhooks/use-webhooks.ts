import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { WebhookDelivery } from "../../../../../shared/webhooks.ts";
import { adminBackgroundCall } from "../auth/admin-call.ts";
import { useAction, type ErrorOptions } from "../use-action.ts";
import { usePolledQuery } from "../use-polled-query.ts";

const POLL_INTERVAL_MS = 15_000;
const WEBHOOKS_KEY = "webhooks";

const listQuery = queryOptions({
  queryKey: [WEBHOOKS_KEY],
  queryFn: ({ signal }) => adminBackgroundCall(adminApi.listWebhooks, { signal }),
  meta: { failureText: "The endpoints could not be loaded" },
});

export const useWebhooks = () => usePolledQuery(listQuery, POLL_INTERVAL_MS);

type DeliveryPage = { deliveries: WebhookDelivery[]; next?: string | undefined };

const deliveriesQuery = (id: string, pageCount: number) =>
  queryOptions({
    queryKey: [WEBHOOKS_KEY, id, pageCount],
    queryFn: async ({ signal }) => {
      const mergedPages: DeliveryPage = { deliveries: [] };
      for (let page = 0; page < pageCount && (page === 0 || mergedPages.next !== undefined); page += 1) {
        const query = { before: mergedPages.next };
        const { deliveries, next } = await adminBackgroundCall(adminApi.listDeliveries, {
          params: { id },
          query,
          signal,
        });
        mergedPages.deliveries.push(...deliveries);
        mergedPages.next = next;
      }
      return mergedPages;
    },
    placeholderData: keepPreviousData,
    meta: { failureText: "The deliveries could not be loaded" },
  });

/** The newest deliveries of an endpoint, in `pageCount` pages of up to 30 deliveries. */
export const useDeliveries = (id: string, pageCount: number) =>
  usePolledQuery(deliveriesQuery(id, pageCount), POLL_INTERVAL_MS);

/** An action on an endpoint. Afterwards the endpoints and deliveries are read again. */
export const useWebhookAction = <V, T>(
  action: (variables: V) => Promise<T>,
  onSuccess: (result: T) => void,
  options?: ErrorOptions,
) =>
  useAction({
    queryKey: WEBHOOKS_KEY,
    failureText: "An action on a webhook failed",
    action,
    onSuccess,
    ...options,
  });
