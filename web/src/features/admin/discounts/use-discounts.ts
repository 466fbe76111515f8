import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminBackgroundCall } from "../auth/admin-call.ts";
import { useAction, type ErrorOptions } from "../use-action.ts";
import { usePolledQuery } from "../use-polled-query.ts";

const POLL_INTERVAL_MS = 30_000;
const DISCOUNTS_KEY = "discounts";

const listQuery = queryOptions({
  queryKey: [DISCOUNTS_KEY],
  queryFn: ({ signal }) => adminBackgroundCall(adminApi.listDiscounts, { signal }),
  meta: { failureText: "The discounts could not be loaded" },
});

/** All discounts, polled every 30 s. */
export const useDiscounts = () => usePolledQuery(listQuery, POLL_INTERVAL_MS);

/** An action on a discount. Afterwards the discounts are read again. */
export const useDiscountAction = <V, T>(
  action: (variables: V) => Promise<T>,
  onSuccess: (result: T) => void,
  options?: ErrorOptions,
) =>
  useAction({
    queryKey: DISCOUNTS_KEY,
    failureText: "An action on a discount failed",
    action,
    onSuccess,
    ...options,
  });
