import { publicApi } from "../../../shared/api-public.ts";
import { ApiError } from "../api-error.ts";
import { call } from "../api.ts";
import { forgetSession } from "./attempt.ts";

/** ms */
const RELEASE_TIMEOUT = 20_000;

/**
 * Ends a payment page and gives back what it held. 'paid' when it was too late for that; throws `ApiError` when
 * nobody can tell. A page that nobody knows (any more) counts as released.
 */
export async function releaseSession(sessionId: string): Promise<"released" | "paid"> {
  try {
    await call(publicApi.releaseCheckoutSession, { params: { sessionId }, timeoutMs: RELEASE_TIMEOUT });
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return "paid";
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  forgetSession(sessionId);
  return "released";
}
