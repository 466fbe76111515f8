import type { Limits } from "../../shared/limits.ts";
import { messages } from "../../shared/messages.ts";
import type { Proof } from "../../shared/proof-of-work.ts";
import { AppError, invalid } from "../lib/errors.ts";
import type { Pieces } from "../products/stock-table.ts";
import { stockName } from "../products/stock-table.ts";
import { isProof, newChallenge } from "./challenge.ts";
import type { ClientLimit } from "./client-table.ts";
import { outcomesOf } from "./client-table.ts";

/** Pieces of a product or variant, or of the whole shop: for sale, and held for payment. */
export type StockCount = { available: number; held: number };
type Stock = ReadonlyMap<string, StockCount>;

/** The limits of one checkout. */
export type HoldRules = {
  /** Keys of the clients whose counts include its pieces. */
  clients: string[];
  of(client: string): ClientLimit;
  /** Maximum of held pieces of a product or variant, those of this checkout included. */
  mostHeld(pieces: Pieces): number;
  /** The error when that is exceeded. */
  crowded(): AppError;
};

/** The rules for a checkout of these pieces. Throws 400 or 429 when it breaks them. */
export type HoldLimits = (pieces: readonly Pieces[], stock: Stock) => Promise<HoldRules>;

export type Buyer = {
  attemptId: string;
  visitor: string;
  address: string;
  proof: Proof | undefined;
  now: Date;
};

/**
 * Maximum of held pieces of a product or variant. The stock item stores 40 bytes for each hold; an item has at most
 * 400 KB, and a write costs a unit for each KB.
 */
const MOST_HELD = 2_000;
const NONE: StockCount = { available: 0, held: 0 };

/** The held share of a stock after `more` pieces are taken: 0 to 1. */
export const heldShare = ({ available, held }: StockCount, more = 0): number =>
  available + held === 0 ? 0 : Math.min(1, (held + more) / (available + held));

/** Difficulty of the proof of work, in bits. It grows by four as the held share goes from `freeShare` to 1. */
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

/** `shop` answers the stock of the whole shop, at most seconds old; `secret` signs challenges. */
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
    // A proof is required by the share that includes this checkout; limits shrink only by the share that others hold.
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
