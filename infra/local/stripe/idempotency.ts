import { createHash } from "node:crypto";
import { StripeFault } from "./errors.ts";
import type { StoredAnswer, StripeState } from "./state.ts";

/**
 * What an idempotency key says about a request, as Stripe documents it
 * (https://docs.stripe.com/api/idempotent_requests): the stored answer of the same request, errors 500
 * included; undefined for a new key. Throws 400 for a key that was used with other parameters and 409
 * while the first request is still being worked on.
 */
export function recall(
  answers: StripeState["answers"],
  running: ReadonlyMap<string, string>,
  key: string,
  path: string,
  body: string,
): StoredAnswer | undefined {
  const print = fingerprint(path, body);
  const stored = answers.get(key);
  const first = stored?.fingerprint ?? running.get(key);
  if (first === undefined) return undefined;
  if (first !== print) {
    const same =
      stored !== undefined && stored.path !== path ? "for the same endpoint" : "with the same parameters";
    throw new StripeFault(400, {
      type: "idempotency_error",
      message:
        `Keys for idempotent requests can only be used ${same} they were first used with. ` +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  if (stored) return stored;
  throw new StripeFault(409, {
    type: "idempotency_error",
    code: "idempotency_key_in_use",
    message: `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
  });
}

/** The order of fields does not matter: SDKs differ in it. */
export function fingerprint(path: string, body: string): string {
  const fields = [...new URLSearchParams(body)].map(([name, value]) => JSON.stringify([name, value])).sort();
  return createHash("sha256")
    .update(JSON.stringify([path, fields]))
    .digest("hex");
}
