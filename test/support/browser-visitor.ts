import { createHash } from "node:crypto";
import type { OrderData } from "../../shared/order-data.ts";
import { proofText, zeroBits } from "../../shared/proof-of-work.ts";
import type { Challenge, Proof } from "../../shared/proof-of-work.ts";
import type { Counter } from "./counter.ts";

/** Does the work that a crowded shop asks for. */
export function prove({ token, bits }: Challenge): Proof {
  for (let nonce = 0; ; nonce++) {
    const hash = createHash("sha256").update(proofText(token, nonce)).digest();
    if (zeroBits(hash) >= bits) return { token, nonce: String(nonce) };
  }
}

export type Buy = ReturnType<typeof createVisitor>;

/**
 * A browser at an address: keeps its cookie unless it is one that `forgets`, and does the work that it is asked for
 * unless it is `lazy`.
 */
export function createVisitor(
  counter: Counter,
  from: string,
  { forgets = false, lazy = false }: { forgets?: boolean; lazy?: boolean } = {},
) {
  let cookies: string[] = [];
  const send = async (orderData: OrderData, proof?: Proof) => {
    const answer = await counter.send(orderData, {
      from,
      cookies,
      body: { orderData, ...(proof ? { proof } : {}) },
    });
    if (!forgets && answer.cookies.length > 0)
      cookies = answer.cookies.map((text) => text.split(";")[0] ?? "");
    return answer;
  };
  return async (orderData: OrderData) => {
    const answer = await send(orderData);
    const challenge = answer.status === 429 ? answer.error.challenge : undefined;
    return challenge && !lazy ? send(orderData, prove(challenge)) : answer;
  };
}
