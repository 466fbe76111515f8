import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Output } from "../../../../../shared/endpoint.ts";
import type { SubscriberState } from "../../../../../shared/subscribers.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { useAction } from "../use-action.ts";

export type Person = Output<typeof adminApi.listSubscribers>["subscribers"][number];

const NEWSLETTER_KEY = "newsletter";
const EXPORT_PAGE_SIZE = 1000;

/** The people in a state whose addresses begin with `search`, page by page. */
export const usePeople = (state: SubscriberState, search: string) =>
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
  // Expensive, because the server reads an index key of each person.
  staleTime: 60_000,
  meta: { failureText: "The people could not be counted" },
});

/** The numbers of people who agreed, who still have to confirm, and who withdrew. */
export const useCounts = () => useQuery(countsQuery);

/** Reads all people in a state. `onProgress` gets the number of people read so far. */
export async function readAllPeople(
  state: SubscriberState,
  onProgress: (count: number) => void,
): Promise<Person[]> {
  const people: Person[] = [];
  let cursor: string | undefined;
  do {
    const page = await adminCall(adminApi.listSubscribers, {
      query: { state, cursor, limit: EXPORT_PAGE_SIZE },
    });
    people.push(...page.subscribers);
    cursor = page.cursor;
    onProgress(people.length);
  } while (cursor !== undefined);
  return people;
}

/** Removes a person. 404 counts as success, because the person's consent has ended since the list was loaded. */
export const useRemovePerson = (onRemoved: (person: Person) => void) =>
  useAction({
    queryKey: NEWSLETTER_KEY,
    failureText: "A person could not be removed",
    action: ({ id }: Person) =>
      adminCall(adminApi.removeSubscriber, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }),
    onSuccess: (_, person) => {
      toast.success(`${person.email} gets no more news`);
      onRemoved(person);
    },
  });
