import type { Counter } from "./counter.ts";
import type { Pick } from "./fixtures.ts";
import { orderData } from "./fixtures.ts";

/** So many checkouts at once, each from another client; answers how many ended with which status. A 409 has to name lines. */
export async function rush(
  counter: Counter,
  count: number,
  picks: (i: number) => Pick[],
): Promise<Record<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      counter.send(orderData(picks(i)), { from: `192.0.${i >> 8}.${i & 255}` }),
    ),
  );
  const statuses: Record<number, number> = {};
  for (const answer of answers) {
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    if (answer.status === 409 && !answer.error.lines?.length) throw new Error(answer.body);
  }
  return statuses;
}
