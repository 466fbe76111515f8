import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Output } from "../../../../../shared/endpoint.ts";
import type { SubscriberState } from "../../../../../shared/subscribers.ts";
import { acceptMissing } from "../accept-missing.ts";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { useAction } from "../use-action.ts";

export type Subscriber = Output<typeof adminApi.listSubscribers>["subscribers"][number];

const NEWSLETTER_KEY = "newsletter";
const EXPORT_PAGE_SIZE = 1000;

/** The subscribers in a state whose addresses begin with `search`, page by page. */
export const useSubscribers = (state: SubscriberState, search: string) =>
  useInfiniteQuery({
    queryKey: [NEWSLETTER_KEY, state, search],
    queryFn: ({ pageParam, signal }) =>
      adminCall(adminApi.listSubscribers, { query: { state, search, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
    meta: { failureText: "The people could not be loaded" },
  });

const countsQuery = queryOptions({
  queryKey: [NEWSLETTER_KEY, "counts"],
  queryFn: ({ signal }) => adminCall(adminApi.newsletterCounts, { signal }),
  // Expensive, because the server reads an index key of each subscriber.
  staleTime: 60_000,
  meta: { failureText: "The people could not be counted" },
});

/** The numbers of people who agreed, who still have to confirm, and who withdrew. */
export const useSubscriberCounts = () => useQuery(countsQuery);

/** Reads all subscribers in a state. `onProgress` gets the number of subscribers read so far. */
export async function readAllSubscribers(
  state: SubscriberState,
  onProgress: (count: number) => void,
): Promise<Subscriber[]> {
  const subscribers: Subscriber[] = [];
  let cursor: string | undefined;
  do {
    const page = await adminCall(adminApi.listSubscribers, {
      query: { state, cursor, limit: EXPORT_PAGE_SIZE },
    });
    subscribers.push(...page.subscribers);
    cursor = page.cursor;
    onProgress(subscribers.length);
  } while (cursor !== undefined);
  return subscribers;
}

/** Removes a subscriber, whose consent may have ended since the list was loaded. */
export const useRemoveSubscriber = (onRemoved: (subscriber: Subscriber) => void) =>
  useAction({
    queryKey: NEWSLETTER_KEY,
    failureText: "A person could not be removed",
    action: ({ id }: Subscriber) =>
      adminCall(adminApi.removeSubscriber, { params: { id } }).catch(acceptMissing),
    onSuccess: (_, subscriber) => {
      toast.success(`${subscriber.email} gets no more news`);
      onRemoved(subscriber);
    },
  });
