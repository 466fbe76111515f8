import { adminApi } from "../../../../../shared/api-admin.ts";
import { mayHaveSaved } from "../../../api-error.ts";
import { adminMessages } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { UnusableImageError } from "./shrink-image.ts";

/** The time limit for the server's check of an image. */
const CHECK_TIMEOUT_MS = 60_000;
/** The time between two requests for the result of the check. */
const CHECK_INTERVAL_MS = 700;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Waits for the server's check of an uploaded image, and returns the image's URL. Asks again if an answer is lost, because
 * otherwise the image would have to be sent once more. Throws UnusableImageError if the server refuses the image. After
 * CHECK_TIMEOUT_MS, throws the error of the last lost answer, or an error with a message for the user. Throws other errors of
 * `adminCall` at once.
 */
export async function waitForCheck(uploadId: string, signal: AbortSignal): Promise<string> {
  const deadline = Date.now() + CHECK_TIMEOUT_MS;
  let lostAnswer: Error | undefined;
  while (Date.now() < deadline) {
    try {
      const { status, reason, imageUrl } = await adminCall(adminApi.getUpload, {
        params: { uploadId },
        signal,
      });
      lostAnswer = undefined;
      signal.throwIfAborted();
      if (status === "ready") return imageUrl;
      if (status === "refused") throw new UnusableImageError(reason ?? adminMessages.uploadFailed);
    } catch (error) {
      // The same errors as those after which a change may have been saved: there was no answer.
      if (!mayHaveSaved(error)) throw error;
      lostAnswer = error as Error;
    }
    await delay(CHECK_INTERVAL_MS);
    signal.throwIfAborted();
  }
  throw lostAnswer ?? new Error(adminMessages.uploadFailed);
}
