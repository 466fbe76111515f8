import type Stripe from "stripe";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { log } from "../lib/log.ts";
import { hasStripeCode } from "../lib/stripe.ts";
import { startTimeLimit } from "../lib/time-limit.ts";

/** No payment page is open for so long, so the coupon of an older order is no longer needed. */
const KEEP_SECONDS = 2 * 86_400;
const MAX_DELETED = 100;
const MAX_LISTING_MS = 30_000;
/** After this time in a run, no further coupon is deleted. The next run continues. */
const MAX_RUN_MS = 60_000;

/**
 * Deletes coupons of single orders at Stripe that are older than two days, at most MAX_DELETED, so that the owner's coupons
 * can be found in the dashboard. Payments that used a coupon keep their discount:
 * https://docs.stripe.com/api/coupons/delete
 */
export async function deleteOrderCoupons({ coupons }: Stripe, now: Date): Promise<void> {
  const isTimeUp = startTimeLimit(MAX_RUN_MS);
  const created = { lt: toEpochSeconds(now) - KEEP_SECONDS };
  const isListingOver = startTimeLimit(MAX_LISTING_MS);
  const couponIds: string[] = [];
  // Coupons are deleted only after the listing: the last coupon of a page must still exist when Stripe lists
  // the next page.
  for await (const { id, metadata } of coupons.list({ created, limit: 100 })) {
    // The coupon of a single order has the order's id. The owner's coupons do not.
    if (metadata?.["orderId"] === id) couponIds.push(id);
    if (couponIds.length === MAX_DELETED || isListingOver()) break;
  }
  let deletedCount = 0;
  for (const id of couponIds) {
    if (isTimeUp()) break;
    await coupons.del(id).catch(ignoreMissing);
    deletedCount += 1;
  }
  if (deletedCount > 0) log.info("Coupons of old orders were deleted at Stripe", { count: deletedCount });
}

/** Another run, or a request whose answer was lost, may have deleted the coupon. */
function ignoreMissing(error: unknown): void {
  if (!hasStripeCode(error, "resource_missing")) throw error;
}
