import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { WebhookDelivery } from "../../../../../shared/webhooks.ts";
import { errorText } from "../admin-messages.ts";
import { adminPoll } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { usePolledQuery } from "../use-polled-query.ts";

const POLL_INTERVAL_MS = 15_000;
const WEBHOOKS_KEY = "webhooks";

const listQuery = queryOptions({
  queryKey: [WEBHOOKS_KEY],
  queryFn: ({ signal }) => adminPoll(adminApi.listWebhooks, { signal }),
  meta: { failure: "The endpoints could not be loaded" },
});

/** All endpoints. */
export const useWebhooks = () => usePolledQuery(listQuery, POLL_INTERVAL_MS);

type DeliveryPage = { deliveries: WebhookDelivery[]; next?: string | undefined };

const deliveriesQuery = (id: string, pages: number) =>
  queryOptions({
    queryKey: [WEBHOOKS_KEY, id, pages],
    queryFn: async ({ signal }) => {
      const mergedPages: DeliveryPage = { deliveries: [] };
      for (let page = 0; page < pages && (page === 0 || mergedPages.next !== undefined); page += 1) {
        const query = { before: mergedPages.next };
        const { deliveries, next } = await adminPoll(adminApi.listDeliveries, {
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
    meta: { failure: "The deliveries could not be loaded" },
  });

/** The newest deliveries of an endpoint, in `pages` of 30. */
export const useDeliveries = (id: string, pages: number) =>
  usePolledQuery(deliveriesQuery(id, pages), POLL_INTERVAL_MS);

/** An action on an endpoint. Afterwards the endpoints and deliveries are read again. A failure is shown as a toast. */
export function useWebhookAction<V, T>(action: (variables: V) => Promise<T>, onSuccess: (result: T) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSuccess,
    onError: (error) => {
      console.error("An action on a webhook failed", error);
      toast.error(errorText(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [WEBHOOKS_KEY] }),
  });
}
