import { randomInt } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** New ids with the prefixes and lengths of Stripe's test mode, e.g. `pi_3Qx…`. */
export const newId = {
  session: () => `cs_test_a1${randomText(56)}`,
  intent: () => `pi_3${randomText(23)}`,
  charge: () => `ch_3${randomText(23)}`,
  reversal: () => `pyr_1${randomText(23)}`,
  refund: () => `re_3${randomText(23)}`,
  dispute: () => `du_1${randomText(23)}`,
  warning: () => `issfr_1${randomText(23)}`,
  payout: () => `po_1${randomText(23)}`,
  balanceTransaction: () => `txn_1${randomText(23)}`,
  event: () => `evt_1${randomText(23)}`,
  calculation: () => `taxcalc_1${randomText(23)}`,
  taxTransaction: () => `tax_1${randomText(23)}`,
  item: () => `li_1${randomText(23)}`,
  coupon: () => randomText(8),
  promotionCode: () => `promo_1${randomText(23)}`,
  request: () => `req_${randomText(14)}`,
};
