import type { Limits } from "../../shared/limits.ts";
import { messages } from "../../shared/messages.ts";
import type { Proof } from "../../shared/proof-of-work.ts";
import { AppError, invalid } from "../lib/errors.ts";
import type { Pieces } from "../products/stock-table.ts";
import { stockName } from "../products/stock-table.ts";
import { isProof, newChallenge } from "./challenge.ts";
import type { ClientLimit } from "./client-table.ts";
import { outcomesOf } from "./client-table.ts";

/** Items of a product or variant, or of the shop, that are for sale and that wait for payment. */
export type StockCount = { available: number; held: number };
type Stock = ReadonlyMap<string, StockCount>;

/** What a checkout has to keep to. */
export type HoldRules = {
  /** Who counts its items as waiting for payment. */
  clients: string[];
  of(client: string): ClientLimit;
  /** Most items of a product or variant that may wait for payment, those of this checkout included. */
  mostHeld(pieces: Pieces): number;
  /** Why more than that is refused. */
  crowded(): AppError;
};

/** Rules for a checkout that wants these pieces. Throws 400 or 429 for one that breaks them already. */
export type HoldLimits = (pieces: readonly Pieces[], stock: Stock) => Promise<HoldRules>;

export type Buyer = {
  attemptId: string;
  visitor: string;
  address: string;
  proof: Proof | undefined;
  now: Date;
};

/**
 * Most pieces of a product or variant that wait for payment at once: its stock item notes each hold, 40 bytes of at most
 * 400 KB, and each change of it costs a write unit for each KB.
 */
const MOST_HELD = 2_000;
const NONE: StockCount = { available: 0, held: 0 };

/** The share of a stock that waits for payment when `more` are taken of it: 0 to 1. */
export const heldShare = ({ available, held }: StockCount, more = 0): number =>
  available + held === 0 ? 0 : Math.min(1, (held + more) / (available + held));

/** How much work is asked for, in bits: up to four more as the share of held stock goes from `freeShare` to all. */
export const bitsFor = (share: number, { freeShare, challengeBits }: Limits): number =>
  challengeBits + Math.round((4 * Math.max(0, share - freeShare)) / Math.max(0.01, 1 - freeShare));

function sumByProduct<T extends Pick<Pieces, "productId">>(
  pieces: readonly T[],
  of: (piece: T) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const piece of pieces) sums.set(piece.productId, (sums.get(piece.productId) ?? 0) + of(piece));
  return sums;
}

/** `shop` tells the whole shop's stock, seconds old at most; `secret` signs challenges. */
export function holdLimits(
  limits: Limits,
  { attemptId, visitor, address, proof, now }: Buyer,
  { shop, secret }: { shop: () => Promise<StockCount>; secret: string },
): HoldLimits {
  return async (pieces, stock) => {
    const countOf = (of: Pieces) => stock.get(stockName(of)) ?? NONE;
    const wanted = sumByProduct(pieces, ({ quantity }) => quantity);
    const most = Math.max(...wanted.values());
    if (most > limits.heldOfProduct) {
      const words = messages.mostOfProduct(limits.heldOfProduct);
      throw invalid({ "orderData.items": words }, words);
    }
    const all = await shop();
    const shareWith = (more: (of: Pieces) => number) =>
      Math.max(heldShare(all), ...pieces.map((of) => heldShare(countOf(of), more(of))));
    const share = shareWith(({ quantity }) => quantity);
    // Whoever takes most of a small stock has to prove some work; limits get smaller only by what others hold.
    const proving = share > limits.freeShare;
    const crowded = shareWith(() => 0) > limits.freeShare;
    const refusal = () =>
      new AppError(429, messages.crowded, {
        retryAfter: 5,
        challenge: newChallenge(secret, attemptId, bitsFor(share, limits), now),
      });
    if (proving && !isProof(secret, attemptId, proof, now)) throw refusal();
    if (crowded) {
      if (most > limits.crowdedOfProduct)
        throw new AppError(429, messages.crowdedMost(limits.crowdedOfProduct), { retryAfter: 60 });
      const { lapsed, paid } = await outcomesOf(address, now);
      if (lapsed >= Math.max(limits.lapsedItems, paid))
        throw new AppError(429, messages.tooManyLapsed, { retryAfter: 600 });
    }
    const forSale = sumByProduct(pieces, (of) => countOf(of).available);
    const perVisitor = crowded ? limits.crowdedOfProduct : limits.heldOfProduct;
    const ofVisitor: ClientLimit = {
      items: crowded ? limits.crowdedItems : limits.heldItems,
      ofProduct: () => perVisitor,
    };
    const ofAddress: ClientLimit = {
      items: crowded
        ? Math.max(limits.crowdedItems, Math.floor(all.available * limits.addressShare * limits.addressShare))
        : limits.addressItems,
      ofProduct: (id) => Math.max(perVisitor, Math.floor((forSale.get(id) ?? 0) * limits.addressShare)),
    };
    return {
      clients: [visitor, address],
      of: (client) => (client === address ? ofAddress : ofVisitor),
      mostHeld: (of) => {
        const { available, held } = countOf(of);
        return proving || limits.freeShare === 1
          ? MOST_HELD
          : Math.min(MOST_HELD, Math.floor((available + held) * limits.freeShare));
      },
      crowded: refusal,
    };
  };
}
