import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { removeSession } from "./checkout-storage.ts";
import { withPublicApi } from "./with-public-api.ts";

const RELEASE_TIMEOUT_MS = 20_000;

/**
 * Closes a session's payment page, releases the stock hold, and removes the session from the browser's storage. Returns 'paid' if
 * the session was paid before, also while its payment is processed. If the result is unknown, throws `ApiError`, or the error of
 * an import if the request's code could not be loaded.
 */
export async function releaseSession(sessionId: string): Promise<"released" | "paid"> {
  try {
    await withPublicApi((api) =>
      call(api.releaseCheckoutSession, { params: { sessionId }, timeoutMs: RELEASE_TIMEOUT_MS }),
    );
  } catch (error) {
    if (error instanceof ApiError && error.reason === "already_paid") return "paid";
    // 404 means that the session has no order, so there is nothing to release.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  removeSession(sessionId);
  return "released";
}
