import { setTimeout as wait } from "node:timers/promises";

/**
 * Rejects after `ms`, without keeping the function running. Use it in `Promise.race` for work that an AbortSignal cannot
 * end, such as Node.js's `dns.lookup`.
 */
export const rejectAfter = async (ms: number): Promise<never> => {
  await wait(ms, undefined, { ref: false });
  throw new Error("The time is over");
};
