import { sha256Hex } from "../util/sha256.ts";
import { StripeApiError } from "./errors.ts";
import type { StoredAnswer, StripeState } from "./state.ts";

/**
 * The stored answer for an idempotency key, even an error 500; undefined for a new key. Throws 400 if the key
 * was used with other parameters, and 409 while the first request with the key is running.
 * https://docs.stripe.com/api/idempotent_requests
 */
export function findStoredAnswer(
  answers: StripeState["answers"],
  runningFingerprints: ReadonlyMap<string, string>,
  key: string,
  path: string,
  formText: string,
): StoredAnswer | undefined {
  const answer = answers.get(key);
  const firstFingerprint = answer?.fingerprint ?? runningFingerprints.get(key);
  if (firstFingerprint === undefined) return undefined;
  if (firstFingerprint !== fingerprint(path, formText)) {
    const requirement = answer && answer.path !== path ? "for the same endpoint" : "with the same parameters";
    throw new StripeApiError(400, {
      type: "idempotency_error",
      message:
        `Keys for idempotent requests can only be used ${requirement} they were first used with. ` +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  if (answer) return answer;
  throw new StripeApiError(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
  });
}

/** Hash of a request, independent of the order of its fields, which differs between SDKs. */
export function fingerprint(path: string, formText: string): string {
  const fields = [...new URLSearchParams(formText)].map((field) => JSON.stringify(field)).sort();
  return sha256Hex(JSON.stringify([path, fields]));
}
