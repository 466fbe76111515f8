import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useSearchParams } from "react-router-dom";
import type { Period } from "../../../../../shared/analytics.ts";
import { PERIODS } from "../../../../../shared/analytics.ts";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminPoll } from "../auth/admin-call.ts";
import { usePolledQuery } from "../use-polled-query.ts";

const DEFAULT_PERIOD: Period = 30;
/** Polling interval (ms) for the figures. */
const REFRESH = 60_000;

/** `days` is the length of the period; `show` the id of the measure by day, or null for the default one. */
export type AnalyticsChoice = { days: Period; show: string | null };

/** The period and the measure that are shown, kept in the URL. */
export function useAnalyticsChoice() {
  const [params, setParams] = useSearchParams();
  const choice: AnalyticsChoice = {
    days: PERIODS.find((days) => String(days) === params.get("days")) ?? DEFAULT_PERIOD,
    show: params.get("show"),
  };
  const choose = (change: Partial<AnalyticsChoice>) => {
    const { days, show } = { ...choice, ...change };
    setParams(
      {
        tab: "analytics",
        ...(days === DEFAULT_PERIOD ? {} : { days: String(days) }),
        ...(show === null ? {} : { show }),
      },
      { replace: true },
    );
  };
  return { choice, choose };
}

const analyticsQuery = (days: Period) =>
  queryOptions({
    queryKey: ["analytics", days],
    queryFn: ({ signal }) => adminPoll(adminApi.getAnalytics, { query: { days }, signal }),
    // Keep the previous period while another one loads; `usePolledQuery` clears it on error.
    placeholderData: keepPreviousData,
    meta: { failure: "The figures could not be loaded" },
  });

/** The figures of a period. */
export const useAnalytics = (days: Period) => usePolledQuery(analyticsQuery(days), REFRESH);
