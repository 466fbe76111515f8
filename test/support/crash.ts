import { expect } from "vitest";
import type { ShopWithTableFaults } from "./shop.ts";

export type CrashDuring = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Runs the scenario again and again, with a function that crashes after 0, 1, 2 … calls of the table, until the function
 * ends before the crash. After the crash all calls fail. After each run `check` must pass, and the table is emptied.
 */
export async function repeatForEveryCrash(
  shop: ShopWithTableFaults,
  scenario: (crashDuring: CrashDuring) => Promise<void>,
  check: () => Promise<unknown>,
): Promise<void> {
  const original = shop.tableFaults.get.bind(shop.tableFaults);
  for (let calls = 0, hasCrashed = true; hasCrashed; calls++) {
    hasCrashed = false;
    const crashDuring: CrashDuring = async (work) => {
      let remainingCalls = calls;
      shop.tableFaults.get = () => {
        if (remainingCalls-- > 0) return original();
        hasCrashed = true;
        return { ...original(), table: "down" };
      };
      return work().finally(() => (shop.tableFaults.get = original));
    };
    try {
      await scenario(crashDuring);
      await check();
    } catch (cause) {
      throw new Error(`with a crash after ${calls} calls`, { cause });
    }
    await shop.table.clear();
    // With fewer calls nothing was tested.
    if (!hasCrashed) expect(calls).toBeGreaterThan(1);
  }
}
