import { solveChallenge } from "../../infra/commands/solve-challenge.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Proof } from "../../shared/proof-of-work.ts";
import type { CheckoutDriver } from "./checkout-driver.ts";
import { cookiesToSend } from "./invoke.ts";

/**
 * Returns a function that sends checkouts from one IP address, as a browser does. The function sends received cookies back
 * unless `dropsCookies` is set, and solves a proof-of-work challenge unless `skipsProof` is set.
 */
export function createCheckoutClient(
  driver: CheckoutDriver,
  from: string,
  { dropsCookies = false, skipsProof = false }: { dropsCookies?: boolean; skipsProof?: boolean } = {},
) {
  let cookies: string[] = [];
  const send = async (orderData: OrderData, proof?: Proof) => {
    const response = await driver.send(orderData, {
      from,
      cookies,
      body: { orderData, ...(proof ? { proof } : {}) },
    });
    if (!dropsCookies && response.cookies.length > 0) cookies = cookiesToSend(response.cookies);
    return response;
  };
  return async (orderData: OrderData) => {
    const response = await send(orderData);
    const challenge = response.status === 429 ? response.error.challenge : undefined;
    return challenge && !skipsProof ? send(orderData, solveChallenge(challenge)) : response;
  };
}
