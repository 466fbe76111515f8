import { randomInt } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { discountsApi } from "../../shared/api-discounts.ts";
import { discountMessages } from "../../shared/discount-messages.ts";
import type { DiscountInput } from "../../shared/discounts.ts";
import { isDiscountOver, MAX_DISCOUNTS } from "../../shared/discounts.ts";
import type { Body } from "../../shared/endpoint.ts";
import { conflict, invalid, unavailable } from "../lib/errors.ts";
import { idFromRequestId } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import type { StoredDiscount } from "./discount-table.ts";
import { getDiscount, putCode, putDiscount, readDiscounts } from "./discount-table.ts";

/**
 * 31 letters and digits that cannot be mistaken for each other. A code is one of 31 to the power of 10, so it cannot be
 * guessed.
 */
const CODE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const RANDOM_LENGTH = 10;
const randomCode = (): string =>
  Array.from({ length: RANDOM_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]).join("");

/** DynamoDB's limit for one transaction. */
const MAX_WRITES = 100;

/**
 * The fields of a discount that an admin enters, except `count` and `limit`, which `requireSame` compares separately.
 */
const ENTERED_FIELDS = [
  "code",
  "percent",
  "amount",
  "from",
  "until",
  "perCustomer",
  "minimum",
  "categories",
] as const;

/** Returns the discount that an earlier request with the same id has added. Throws 409 if it has other terms. */
function requireSame(discount: StoredDiscount, input: DiscountInput): StoredDiscount {
  const isSame =
    ENTERED_FIELDS.every((name) => isDeepStrictEqual(discount[name], input[name])) &&
    discount.count === input.count &&
    // A batch is stored with the limit 1, whatever was entered.
    (input.count !== undefined || discount.limit === input.limit);
  if (!isSame) throw conflict(discountMessages.requestReused);
  return discount;
}

/**
 * Adds a discount with one code, or with a batch of codes, once for each `requestId`. Throws 400 if the code exists or
 * `until` has passed. Throws 409 if there are too many discounts, or if the `requestId` was used for another
 * discount. Throws 503 if a random code exists already.
 */
export async function createDiscount(
  { requestId, ...input }: Body<typeof discountsApi.createDiscount>,
  by: { admin: string; now: Date },
): Promise<StoredDiscount> {
  const id = idFromRequestId("dsc", requestId);
  const earlierDiscount = await getDiscount(id);
  if (earlierDiscount) return requireSame(earlierDiscount, input);
  // The code of a discount that is over could never be used, and no other discount could have this code.
  if (isDiscountOver(input, by.now)) throw invalid({ until: discountMessages.untilPassed });
  const runningDiscounts = (await readDiscounts()).filter((discount) => !isDiscountOver(discount, by.now));
  if (runningDiscounts.length >= MAX_DISCOUNTS)
    throw conflict(discountMessages.tooManyDiscounts(MAX_DISCOUNTS));
  const { code, count, ...terms } = input;
  const codes = code === undefined ? Array.from({ length: count ?? 0 }, randomCode) : [code];
  // Each code of a batch can be used once.
  const limit = code === undefined ? 1 : terms.limit;
  const discount: StoredDiscount = {
    id,
    codes,
    ...terms,
    ...(limit === undefined ? {} : { limit }),
    ...(code === undefined ? { count: codes.length } : { code }),
    used: 0,
    createdAt: by.now.toISOString(),
    createdBy: by.admin,
    isInStripe: false,
  };
  const writes = codes.map((discountCode) =>
    putCode({ code: discountCode, discountId: id, taken: 0, ...(limit === undefined ? {} : { limit }) }),
  );
  // The discount is written last: until then, nobody can use its codes.
  while (writes.length > MAX_WRITES - 1) await writeCodes(writes.splice(0, MAX_WRITES));
  const { ok } = await transact([...writes, putDiscount(discount)]);
  if (ok) return discount;
  const concurrentDiscount = await getDiscount(id);
  if (concurrentDiscount) return requireSame(concurrentDiscount, input);
  throw code === undefined
    ? unavailable(new Error("A random code exists already"))
    : invalid({ code: discountMessages.codeTaken });
}

async function writeCodes(writes: ReturnType<typeof putCode>[]): Promise<void> {
  const { ok } = await transact(writes);
  if (!ok) throw unavailable(new Error("A random code exists already"));
}
