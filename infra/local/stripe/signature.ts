import Stripe from "stripe";

const COMMON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
};

const FORGERIES = ["other-secret", "changed-body", "too-old", "only-v0", "garbage", "no-header"] as const;

/**
 * A webhook's body and headers, signed as in https://docs.stripe.com/webhooks#verify-manually. `timestamp` is in seconds,
 * and valid for 300 s. If `forgeryIndex` is set, it selects one of the invalid signatures in `FORGERIES`.
 */
export function signedWebhook(payload: string, secret: string, timestamp: number, forgeryIndex?: number) {
  const sign = (body: string, key = secret, at = timestamp) =>
    Stripe.webhooks.generateTestHeaderString({ payload: body, secret: key, timestamp: at });
  const withSignature = (header: string, body = payload) => ({
    body,
    headers: { ...COMMON_HEADERS, "stripe-signature": header },
  });

  if (forgeryIndex === undefined) return withSignature(sign(payload));
  switch (FORGERIES[forgeryIndex % FORGERIES.length] ?? "garbage") {
    case "other-secret":
      return withSignature(sign(payload, "whsec_forged"));
    case "changed-body":
      return withSignature(sign(payload), payload.replace('"livemode": false', '"livemode": true'));
    case "too-old":
      return withSignature(sign(payload, secret, timestamp - 301));
    case "only-v0":
      return withSignature(sign(payload).replace("v1=", "v0="));
    case "garbage":
      return withSignature("t=now,v1=forged");
    case "no-header":
      return { body: payload, headers: COMMON_HEADERS };
  }
}
