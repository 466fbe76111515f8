import { publicApi } from "../../../../shared/api-public.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { forgetSession } from "./checkout-storage.ts";

/** ms */
const RELEASE_TIMEOUT = 20_000;

/** Closes a payment page and releases its stock hold; 'paid' when it was already paid. Throws `ApiError` when the result is not known. */
export async function releaseSession(sessionId: string): Promise<"released" | "paid"> {
  try {
    await call(publicApi.releaseCheckoutSession, { params: { sessionId }, timeoutMs: RELEASE_TIMEOUT });
  } catch (error) {
    if (error instanceof ApiError && error.reason === "already_paid") return "paid";
    // 404: the session holds nothing (any more).
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  forgetSession(sessionId);
  return "released";
}
