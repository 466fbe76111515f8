import { addDays, dayOf } from "../../shared/analytics.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import { getBestSellers, putBestSellers } from "../products/best-sellers-table.ts";
import { salesByProduct, sumOf } from "./day-figures.ts";
import { readDays } from "./sales-table.ts";

const RANKED_EVERY_MS = 10 * 60_000;
const DAYS = 30;
/** The store shows three. The others take the place of products that are sold out or no longer in the store. */
const MAX_RANKED = 30;

/** Ranks the products by the pieces sold in the last 30 days, if the stored ranking is ten minutes old. */
export async function rankBestSellers(now: Date): Promise<void> {
  const ranked = await getBestSellers();
  if (ranked && now.getTime() - ranked.rankedAt < RANKED_EVERY_MS) return;
  const today = dayOf(now, timeZone);
  const counters = sumOf([...(await readDays(addDays(today, 1 - DAYS), today)).values()]);
  const pieces = new Map<string, number>();
  // A product that was moved to another category has sales in both.
  for (const { productId, pieces: sold } of salesByProduct(counters))
    pieces.set(productId, (pieces.get(productId) ?? 0) + sold);
  const ids = [...pieces]
    .filter(([, sold]) => sold > 0)
    .sort(([idA, a], [idB, b]) => b - a || (idA < idB ? -1 : 1))
    .map(([id]) => id);
  await putBestSellers({ ids: ids.slice(0, MAX_RANKED), rankedAt: now.getTime() });
}
