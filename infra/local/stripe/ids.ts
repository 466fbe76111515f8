import { randomInt } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Random letters and digits. */
function random(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** New ids with the prefixes and lengths of Stripe's test mode, e.g. `pi_3Qx…`. */
export const newId = {
  session: () => `cs_test_a1${random(56)}`,
  intent: () => `pi_3${random(23)}`,
  charge: () => `ch_3${random(23)}`,
  refund: () => `re_3${random(23)}`,
  dispute: () => `du_1${random(23)}`,
  transfer: () => `txn_1${random(23)}`,
  event: () => `evt_1${random(23)}`,
  item: () => `li_1${random(23)}`,
  request: () => `req_${random(14)}`,
};
