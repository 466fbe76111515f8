import Stripe from "stripe";

const CONTENT = {
  "content-type": "application/json; charset=utf-8",
  "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
};

/** What a forger may try; the number of the attempt chooses. */
const FORGERIES = ["other-secret", "changed-body", "too-old", "only-v0", "garbage", "no-header"] as const;

/**
 * A webhook's body and headers, signed as https://docs.stripe.com/webhooks#verify-manually says; `timestamp`
 * in seconds. With `forge`, one of the ways to do it wrong.
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
