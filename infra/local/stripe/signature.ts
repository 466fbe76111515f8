import Stripe from "stripe";

const CONTENT = {
  "content-type": "application/json; charset=utf-8",
  "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
};

/** Invalid signatures; the number of the delivery attempt chooses one. */
const FORGERIES = ["other-secret", "changed-body", "too-old", "only-v0", "garbage", "no-header"] as const;

/**
 * A webhook's body and headers, signed as in https://docs.stripe.com/webhooks#verify-manually. `timestamp` in
 * seconds; `forge` chooses one of the invalid signatures.
 */
export function signed(payload: string, secret: string, timestamp: number, forge?: number) {
  const sign = (body: string, key = secret, at = timestamp) =>
    Stripe.webhooks.generateTestHeaderString({ payload: body, secret: key, timestamp: at });
  const withHeader = (header: string, body = payload) => ({
    body,
    headers: { ...CONTENT, "stripe-signature": header },
  });

  if (forge === undefined) return withHeader(sign(payload));
  switch (FORGERIES[forge % FORGERIES.length] ?? "garbage") {
    case "other-secret":
      return withHeader(sign(payload, "whsec_forged"));
    case "changed-body":
      return withHeader(sign(payload), payload.replace('"livemode": false', '"livemode": true'));
    case "too-old":
      return withHeader(sign(payload, secret, timestamp - 301));
    case "only-v0":
      return withHeader(sign(payload).replace("v1=", "v0="));
    case "garbage":
      return withHeader("t=now,v1=forged");
    case "no-header":
      return { body: payload, headers: CONTENT };
  }
}
