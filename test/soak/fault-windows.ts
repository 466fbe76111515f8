import { setTimeout as pause } from "node:timers/promises";
import { FaultState } from "../../infra/local/faults.ts";
import type { Random } from "./random.ts";
import type { SoakShop } from "./shop.ts";

/** The fraction of the functions' runs that are killed, in the windows with kills. */
const KILL_RATE = 0.03;

/**
 * The faults of a window, which lasts 0.5 to 3 seconds, at random. The numbers are relative frequencies; a fault
 * with 0 never occurs. Several faults can be on at the same time.
 */
const randomFaults = (random: Random): Partial<FaultState> => ({
  table: random.weighted({ normal: 5, throttled: 3, conflict: 1, contended: 1, stall: 0, down: 0 }),
  bus: random.weighted({ normal: 3, twice: 2, late: 1 }),
  webhooks: random.weighted({ normal: 4, twice: 3, reordered: 2, held: 1, forged: 0 }),
  stripe: random.weighted({
    normal: 8,
    "error-replayed": 1,
    "rate-limited": 1,
    down: 0,
    "timeout-after-create": 0,
  }),
  refunds: random.weighted({ normal: 3, pending: 1, "requires-action": 0 }),
  mail: random.weighted({ normal: 8, down: 1, "auto-reply-down": 0 }),
});

/**
 * Switches faults on and off at random until `stop`, which ends all faults. During all windows, some of Stripe's webhooks
 * are lost or refused.
 */
export function startFaultWindows(shop: SoakShop, random: Random) {
  const shutdown = new AbortController();
  const counts = new Map<string, number>();
  const run = async (): Promise<void> => {
    shop.webhooks.setFaulty(true);
    while (!shutdown.signal.aborted) {
      const faults = randomFaults(random);
      const killRate = random.chance(0.6) ? KILL_RATE : 0;
      shop.faults.set(faults);
      shop.setKillRate(killRate);
      for (const [name, mode] of [
        ...Object.entries(faults),
        ["functions", killRate > 0 ? "killed" : "normal"],
      ])
        if (mode !== "normal") counts.set(`${name} ${mode}`, (counts.get(`${name} ${mode}`) ?? 0) + 1);
      await pause(random.int(500, 3_000), undefined, { signal: shutdown.signal }).catch(() => undefined);
    }
    shop.faults.set(FaultState.parse({}));
    shop.setKillRate(0);
    shop.webhooks.setFaulty(false);
  };
  const finished = run();
  return {
    /** The number of windows in which a fault was on, by its name and mode. */
    counts,
    async stop(): Promise<void> {
      shutdown.abort();
      await finished;
    },
  };
}
