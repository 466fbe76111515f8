import { useSearchParams } from "react-router-dom";
import type { Period } from "../../../../../shared/analytics.ts";
import { PERIODS } from "../../../../../shared/analytics.ts";

const DEFAULT: Period = 30;

export type AnalyticsChoice = { days: Period; show: string | null };

/** The period and what is drawn of it, kept in the address. */
export function useAnalyticsState() {
  const [params, setParams] = useSearchParams();
  const choice: AnalyticsChoice = {
    days: PERIODS.find((days) => String(days) === params.get("days")) ?? DEFAULT,
    show: params.get("show"),
  };
  const choose = (change: Partial<AnalyticsChoice>) => {
    const { days, show } = { ...choice, ...change };
    setParams(
      {
        tab: "analytics",
        ...(days === DEFAULT ? {} : { days: String(days) }),
        ...(show === null ? {} : { show }),
      },
      { replace: true },
    );
  };
  return { choice, choose };
}
