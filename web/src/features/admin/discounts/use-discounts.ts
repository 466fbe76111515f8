import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { errorText } from "../admin-messages.ts";
import { adminPoll } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { usePolledQuery } from "../use-polled-query.ts";

const POLL_INTERVAL_MS = 30_000;
const DISCOUNTS_KEY = "discounts";

const listQuery = queryOptions({
  queryKey: [DISCOUNTS_KEY],
  queryFn: ({ signal }) => adminPoll(adminApi.listDiscounts, { signal }),
  meta: { failure: "The discounts could not be loaded" },
});

/** All discounts. */
export const useDiscounts = () => usePolledQuery(listQuery, POLL_INTERVAL_MS);

/** An action on a discount. Afterwards the discounts are read again. A failure is shown as a toast. */
export function useDiscountAction<V, T>(
  action: (variables: V) => Promise<T>,
  onSuccess: (result: T) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSuccess,
    onError: (error) => {
      console.error("An action on a discount failed", error);
      toast.error(errorText(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: [DISCOUNTS_KEY] }),
  });
}
