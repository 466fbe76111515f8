import { addDays, dayOf } from "../../shared/analytics.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import { getBestSellers, putBestSellers } from "../products/best-sellers-table.ts";
import { salesByProduct, sumCounters } from "./day-figures.ts";
import { readDays } from "./sales-table.ts";

const RANKING_MAX_AGE_MS = 10 * 60_000;
const RANKED_DAYS = 30;
/** More than the store shows: it shows the first three that are for sale. */
const MAX_RANKED = 30;

/**
 * Ranks the products by the pieces that were sold in the last 30 days, less the pieces that were refunded in these days. Does
 * nothing if the stored ranking is less than ten minutes old.
 */
export async function rankBestSellers(now: Date): Promise<void> {
  const lastRanking = await getBestSellers();
  if (lastRanking && now.getTime() - lastRanking.rankedAt < RANKING_MAX_AGE_MS) return;
  const today = dayOf(now, timeZone);
  const counters = sumCounters([...(await readDays(addDays(today, 1 - RANKED_DAYS), today)).values()]);
  const piecesById = new Map<string, number>();
  // A product that was moved to another category has sales in both categories, which are added up.
  for (const { productId, pieces } of salesByProduct(counters))
    piecesById.set(productId, (piecesById.get(productId) ?? 0) + pieces);
  const ids = [...piecesById]
    .filter(([, pieces]) => pieces > 0)
    .sort(([idA, piecesA], [idB, piecesB]) => piecesB - piecesA || (idA < idB ? -1 : 1))
    .map(([id]) => id);
  await putBestSellers({ ids: ids.slice(0, MAX_RANKED), rankedAt: now.getTime() });
}
