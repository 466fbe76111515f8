import { normalizeCode } from "../../shared/discount-code.ts";
import { discountMessages } from "../../shared/discount-messages.ts";
import { discountShares, isCode, termsRefusal, termsText } from "../../shared/discounts.ts";
import type { PricedLine } from "../../shared/discounts.ts";
import { toDollars } from "../../shared/money.ts";
import type { publicApi } from "../../shared/api-public.ts";
import type { Body, Output } from "../../shared/endpoint.ts";
import { canonicalAddress } from "../contact/canonical-address.ts";
import { AppError, conflict } from "../lib/errors.ts";
import { hash } from "../lib/ids.ts";
import { readUnpaidOrderIds } from "../orders/client-table.ts";
import { getOrder } from "../orders/order-table.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { readCartProducts } from "../products/cart-products-table.ts";
import type { CodeItem, StoredDiscount } from "./discount-table.ts";
import { getCode, getDiscount, readCustomerUses } from "./discount-table.ts";

/** A code that a customer has entered, and its discount. */
export type Offer = { code: CodeItem; discount: StoredDiscount };

/** The code cannot be used; the message says why. */
const codeRefusedError = (message: string): AppError => conflict(message, "code_refused");

/** All uses of the code are taken, maybe by other checkouts of the same visitor. */
export class CodeUsedUpError extends AppError {
  readonly #code: string;
  readonly #customerHash: string | undefined;

  /** `customerHash`: the hash of the customer who has no use left. Undefined if nobody has a use left. */
  constructor(code: string, customerHash?: string) {
    super(409, customerHash === undefined ? discountMessages.usedUp : discountMessages.usedByCustomer, {
      reason: "code_used_up",
    });
    this.#code = code;
    this.#customerHash = customerHash;
  }

  /** Whether this order has a use of the code, which would be free again if the order's hold ended. */
  isHeldBy({ discountUse: use }: StoredOrder): boolean {
    return (
      use?.code === this.#code &&
      (this.#customerHash === undefined || use.customer?.hash === this.#customerHash)
    );
  }
}

/**
 * The code that a customer has entered as `text`, with its discount. Throws 409 if there is no such code, or if the
 * stage has no discounts.
 */
export async function readOffer(text: string, hasDiscounts: boolean): Promise<Offer> {
  const normalizedCode = normalizeCode(text);
  // `isCode` comes first, because DynamoDB refuses keys with half of a surrogate pair, which JSON can contain.
  const code = hasDiscounts && isCode(normalizedCode) ? await getCode(normalizedCode) : undefined;
  const discount = code && (await getDiscount(code.discountId));
  // An interrupted batch has stored codes that its discount does not list. They count as unknown, because no customer has them.
  if (!code || !discount?.codes.includes(code.code)) throw codeRefusedError(discountMessages.unknown);
  return { code, discount };
}

/** The key of a customer's mailbox in the limits of codes. */
const customerHashOf = (email: string): string => hash(`code:${canonicalAddress(email)}`).slice(0, 32);

/** The use of the offer by an order, as the order stores it. */
export function codeUseOf({ code, discount }: Offer, email: string): NonNullable<StoredOrder["discountUse"]> {
  const { perCustomer } = discount;
  return {
    code: code.code,
    discountId: discount.id,
    isLimited: code.limit !== undefined,
    ...(perCustomer === undefined ? {} : { customer: { hash: customerHashOf(email), limit: perCustomer } }),
  };
}

const isAtLimit = ({ limit, taken }: CodeItem): boolean => limit !== undefined && taken >= limit;

/** Whether the code of the offer has no use left now. */
export async function isUsedUp({ code }: Offer): Promise<boolean> {
  const latestCode = code.limit === undefined ? undefined : await getCode(code.code);
  return latestCode !== undefined && isAtLimit(latestCode);
}

/**
 * Throws 409 with the reason if the code cannot be used for these goods. A use that is free now may be taken soon after.
 * Without `email`, the limit for each customer is not checked.
 */
export async function checkOffer(
  { code, discount }: Offer,
  lines: readonly PricedLine[],
  email: string | undefined,
  now: Date,
): Promise<void> {
  const refusal = termsRefusal(discount, lines, now);
  if (refusal !== undefined) throw codeRefusedError(refusal);
  if (isAtLimit(code)) throw new CodeUsedUpError(code.code);
  const { perCustomer } = discount;
  if (perCustomer === undefined || email === undefined) return;
  const customerHash = customerHashOf(email);
  if ((await readCustomerUses(code.code, customerHash)) >= perCustomer)
    throw new CodeUsedUpError(code.code, customerHash);
}

type Quote = Output<typeof publicApi.quoteDiscount>;

/** What an offer takes off these lines, in dollars, as the API returns it. */
export function appliedCode({ code, discount }: Offer, lines: readonly PricedLine[]): Quote {
  const shares = discountShares(discount, lines);
  return {
    code: code.code,
    discount: toDollars(shares.reduce((sum, share) => sum + share, 0)),
    shares: shares.map(toDollars),
    terms: termsText(discount),
  };
}

/**
 * The offer without the uses that unpaid orders of the same visitor hold, except orders whose payment is being processed.
 * `createCheckout` ends these holds if the code has no other use left. `visitorKey`: the visitor's key in client-table.ts.
 */
async function withoutOwnUses(offer: Offer, visitorKey: string): Promise<Offer> {
  const { code } = offer;
  if (!isAtLimit(code)) return offer;
  const orders = await Promise.all((await readUnpaidOrderIds(visitorKey)).map(getOrder));
  const ownOrders = orders.filter(
    (order) =>
      order?.hold.state === "held" &&
      order.paymentStatus !== "processing" &&
      order.discountUse?.code === code.code,
  );
  return { ...offer, code: { ...code, taken: code.taken - ownOrders.length } };
}

/**
 * What a code takes off a cart at the current prices. Throws 409 if the code cannot be used. `visitorKey`: undefined
 * for a visitor without a cookie.
 */
export async function quoteCode(
  { code, items }: Body<typeof publicApi.quoteDiscount>,
  hasDiscounts: boolean,
  visitorKey: string | undefined,
  now: Date,
): Promise<Quote> {
  const foundOffer = await readOffer(code, hasDiscounts);
  const offer = visitorKey === undefined ? foundOffer : await withoutOwnUses(foundOffer, visitorKey);
  const { products } = await readCartProducts(items);
  // An item that is no longer sold costs nothing, so that each item has a share at its own index.
  const lines = items.map(({ id, q }) => {
    const { category = "", price = 0 } = products.get(id) ?? {};
    return { category, priceEach: price, quantity: q };
  });
  await checkOffer(offer, lines, undefined, now);
  return appliedCode(offer, lines);
}
