import { useEffect, useState } from "react";
import type { Analytics, Period } from "../../../../../shared/analytics.ts";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { adminPoll } from "../identity/admin-call.ts";
import { pollWhileInUse } from "../poll.ts";
import { sessionStore } from "../session/session-store.ts";
import { reasonOf } from "../reason.ts";

/** Read again this often (ms), and whenever the page comes back. */
const REFRESH = 60_000;

/** `why` it failed, in words. What was read before stays until the next answer is there. */
export type AnalyticsState = { analytics?: Analytics; why?: string };

/** The figures of a period, kept up to date while the component is on the page. */
export function useAnalytics(days: Period): AnalyticsState & { retry: () => void } {
  const [state, setState] = useState<AnalyticsState>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(
    () =>
      pollWhileInUse(async (signal) => {
        try {
          setState({ analytics: await adminPoll(adminApi.getAnalytics, { query: { days }, signal }) });
        } catch (error) {
          if (signal.aborted) return;
          console.error("The figures could not be loaded", error);
          setState((before) => ({ ...before, why: reasonOf(error) }));
        }
      }, REFRESH),
    [days, attempt],
  );
  return {
    ...state,
    retry: () => {
      sessionStore.askAgain();
      setState(({ analytics }) => (analytics ? { analytics } : {}));
      setAttempt((count) => count + 1);
    },
  };
}
