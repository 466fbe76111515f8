import * as z from "zod/mini";

const Config = z.object({ hasDiscounts: z._default(z.boolean(), false) });
const TIMEOUT_MS = 8_000;

/** Whether the stage has discount codes, from `/config.json`. False if it cannot be read. */
export async function hasDiscounts(): Promise<boolean> {
  try {
    const response = await fetch("/config.json", {
      cache: "no-cache",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return z.parse(Config, await response.json()).hasDiscounts;
  } catch (error) {
    console.warn("It is not known whether this shop has discount codes", error);
    return false;
  }
}
