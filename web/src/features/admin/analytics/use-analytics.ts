import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useSearchParams } from "../../../router/hooks.ts";
import type { Period } from "../../../../../shared/analytics.ts";
import { PERIODS } from "../../../../../shared/analytics.ts";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminBackgroundCall } from "../auth/admin-call.ts";
import { usePolledQuery } from "../use-polled-query.ts";

const DEFAULT_PERIOD: Period = 30;
const POLL_INTERVAL_MS = 60_000;

/** `days`: the length of the period. `measureId`: the measure in the chart by day; null for the default measure. */
export type AnalyticsChoice = { days: Period; measureId: string | null };

const readChoice = (params: URLSearchParams): AnalyticsChoice => ({
  days: PERIODS.find((days) => String(days) === params.get("days")) ?? DEFAULT_PERIOD,
  measureId: params.get("show"),
});
const choiceQuery = ({ days, measureId }: AnalyticsChoice): Record<string, string> => ({
  tab: "analytics",
  ...(days === DEFAULT_PERIOD ? {} : { days: String(days) }),
  ...(measureId === null ? {} : { show: measureId }),
});

/** The chosen period and measure, which are stored in the URL. */
export function useAnalyticsChoice() {
  const [params, setParams] = useSearchParams();
  const choose = (change: Partial<AnalyticsChoice>) =>
    setParams((current) => choiceQuery({ ...readChoice(current), ...change }), { replace: true });
  return { choice: readChoice(params), choose };
}

const analyticsQuery = (days: Period) =>
  queryOptions({
    queryKey: ["analytics", days],
    queryFn: ({ signal }) => adminBackgroundCall(adminApi.getAnalytics, { query: { days }, signal }),
    // While the figures of a new choice load, the earlier figures stay. `usePolledQuery` removes these after an error.
    placeholderData: keepPreviousData,
    meta: { failureText: "The figures could not be loaded" },
  });

/** The figures for the last `days` days. */
export const useAnalytics = (days: Period) => usePolledQuery(analyticsQuery(days), POLL_INTERVAL_MS);
