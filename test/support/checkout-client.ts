import { solveChallenge } from "../../infra/commands/solve-challenge.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Proof } from "../../shared/proof-of-work.ts";
import type { CheckoutDriver } from "./checkout-driver.ts";
import { cookiesToSend } from "./invoke.ts";

/**
 * Returns a function that sends checkouts from one address as a browser does. The function keeps cookies
 * unless `dropsCookies` is set, and solves a proof-of-work challenge unless `skipsProof` is set.
 */
export function createCheckoutClient(
  driver: CheckoutDriver,
  from: string,
  { dropsCookies = false, skipsProof = false }: { dropsCookies?: boolean; skipsProof?: boolean } = {},
) {
  let cookies: string[] = [];
  const send = async (orderData: OrderData, proof?: Proof) => {
    const answer = await driver.send(orderData, {
      from,
      cookies,
      body: { orderData, ...(proof ? { proof } : {}) },
    });
    if (!dropsCookies && answer.cookies.length > 0) cookies = cookiesToSend(answer.cookies);
    return answer;
  };
  return async (orderData: OrderData) => {
    const answer = await send(orderData);
    const challenge = answer.status === 429 ? answer.error.challenge : undefined;
    return challenge && !skipsProof ? send(orderData, solveChallenge(challenge)) : answer;
  };
}
