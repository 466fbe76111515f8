import { expect } from "vitest";
import type { ShopWithTableFaults } from "./shop.ts";

/** Runs `work`, which crashes after some calls of the table. Rejects if the crash made it fail. */
export type CrashDuring = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs the scenario repeatedly. The work that the scenario passes to `crashDuring` crashes: in the first run all calls of the
 * table fail, in the second run all after the first call, and so on. The last run is the first run without a crash. After each run `check` must
 * pass, and the table is emptied.
 */
export async function repeatForEveryCrash(
  shop: ShopWithTableFaults,
  scenario: (crashDuring: CrashDuring) => Promise<void>,
  check: () => Promise<unknown>,
): Promise<void> {
  const originalGet = shop.tableFaults.get.bind(shop.tableFaults);
  for (let allowedCalls = 0, hasCrashed = true; hasCrashed; allowedCalls++) {
    hasCrashed = false;
    const crashDuring: CrashDuring = async (work) => {
      let remainingCalls = allowedCalls;
      shop.tableFaults.get = () => {
        if (remainingCalls-- > 0) return originalGet();
        hasCrashed = true;
        return { ...originalGet(), table: "down" };
      };
      return work().finally(() => (shop.tableFaults.get = originalGet));
    };
    try {
      await scenario(crashDuring);
      await check();
    } catch (cause) {
      throw new Error(`with a crash after ${allowedCalls} calls`, { cause });
    }
    await shop.table.clear();
    // If the work makes fewer than two calls, no crash between calls was tested.
    if (!hasCrashed) expect(allowedCalls).toBeGreaterThan(1);
  }
}
