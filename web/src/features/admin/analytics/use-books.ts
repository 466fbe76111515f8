import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminBackgroundCall } from "../auth/admin-call.ts";
import { usePolledQuery } from "../use-polled-query.ts";

const POLL_INTERVAL_MS = 60_000;

const booksQuery = queryOptions({
  queryKey: ["books"],
  queryFn: ({ signal }) => adminBackgroundCall(adminApi.getBooks, { signal }),
  meta: { failureText: "The last comparison with Stripe could not be loaded" },
});

/** The last comparison of the orders with Stripe, stock and figures. */
export const useBooks = () => usePolledQuery(booksQuery, POLL_INTERVAL_MS);
