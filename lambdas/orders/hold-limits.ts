import type { Limits } from "../../shared/limits.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { Proof } from "../../shared/proof-of-work.ts";
import { AppError, invalid } from "../lib/errors.ts";
import type { Pieces } from "../products/stock-table.ts";
import { stockName } from "../products/stock-table.ts";
import { isValidProof, newChallenge } from "./challenge.ts";
import type { ClientLimit } from "./client-table.ts";
import { readOutcomes } from "./client-table.ts";

/** Pieces of a product or variant, or of the whole shop: for sale, and held for payment. */
export type PieceCounts = { available: number; held: number };
/** The counts of each product or variant in the checkout, by `stockName`. */
type CountsByStock = ReadonlyMap<string, PieceCounts>;

/** The limits of one checkout. */
export type CheckoutLimits = {
  /** The keys of the visitor and of the IP address. The pieces of this checkout are counted for both. */
  clients: string[];
  limitOf(client: string): ClientLimit;
  /** How many pieces of a product or variant may be held at most, including the pieces of this checkout. */
  maxHeld(pieces: Pieces): number;
  /** The error when more than `maxHeld` pieces would be held. */
  challengeError(): AppError;
};

/**
 * Returns the limits for a checkout of these pieces. Throws 400 if it has more pieces of a product than one visitor may hold.
 * Throws 429 if a required proof of work is missing or invalid, or if a limit for times of high demand is exceeded.
 */
export type CheckLimits = (pieces: readonly Pieces[], counts: CountsByStock) => Promise<CheckoutLimits>;

export type Buyer = {
  attemptId: string;
  visitorKey: string;
  /** The key of the IP address. */
  addressKey: string;
  proof: Proof | undefined;
  now: Date;
};

/**
 * The most pieces of a product or variant that may be held, independent of the stage's limits. The stock item stores 40
 * bytes for each hold, an item has at most 400 KB, and a write costs one unit for each KB.
 */
const MAX_HELD = 2_000;
const NO_PIECES: PieceCounts = { available: 0, held: 0 };

/** The held share of a stock, from 0 to 1, after `addedPieces` are taken too. */
export const heldShare = ({ available, held }: PieceCounts, addedPieces = 0): number =>
  available + held === 0 ? 0 : Math.min(1, (held + addedPieces) / (available + held));

/** Difficulty of the proof of work, in bits. It grows by four bits as the held share goes from `shareWithoutProof` to 1. */
export const bitsFor = (share: number, { shareWithoutProof, challengeBits }: Limits): number =>
  challengeBits +
  Math.round((4 * Math.max(0, share - shareWithoutProof)) / Math.max(0.01, 1 - shareWithoutProof));

function sumByProduct<T extends Pick<Pieces, "productId">>(
  pieces: readonly T[],
  valueOf: (line: T) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const line of pieces) sums.set(line.productId, (sums.get(line.productId) ?? 0) + valueOf(line));
  return sums;
}

/**
 * Returns the check of a checkout's limits. `readShopStock` returns the stock of the whole shop, at most a few seconds old;
 * `secret` signs challenges.
 */
export function createLimitCheck(
  limits: Limits,
  { attemptId, visitorKey, addressKey, proof, now }: Buyer,
  { readShopStock, secret }: { readShopStock: () => Promise<PieceCounts>; secret: string },
): CheckLimits {
  return async (pieces, counts) => {
    const countsOf = (line: Pieces) => counts.get(stockName(line)) ?? NO_PIECES;
    const quantities = sumByProduct(pieces, ({ quantity }) => quantity);
    const largestQuantity = Math.max(...quantities.values());
    if (largestQuantity > limits.heldOfProduct) {
      const message = apiMessages.tooManyOfProduct(limits.heldOfProduct);
      throw invalid({ "orderData.items": message }, message);
    }
    const shopStock = await readShopStock();
    const heldShareAfter = (addedPieces: (line: Pieces) => number) =>
      Math.max(heldShare(shopStock), ...pieces.map((line) => heldShare(countsOf(line), addedPieces(line))));
    const share = heldShareAfter(({ quantity }) => quantity);
    // A proof is required if the held share would be too large with this checkout. The lower limits apply if the share is
    // already too large without this checkout.
    const needsProof = share > limits.shareWithoutProof;
    const isCrowded = heldShareAfter(() => 0) > limits.shareWithoutProof;
    const challengeError = () =>
      new AppError(429, apiMessages.crowded, {
        retryAfter: 5,
        challenge: newChallenge(secret, attemptId, bitsFor(share, limits), now),
      });
    if (needsProof && !isValidProof(secret, attemptId, proof, now)) throw challengeError();
    if (isCrowded) {
      if (largestQuantity > limits.heldOfProductWhenCrowded)
        throw new AppError(429, apiMessages.tooManyWhileCrowded(limits.heldOfProductWhenCrowded), {
          retryAfter: 60,
        });
      const { lapsed, paid } = await readOutcomes(addressKey, now);
      if (lapsed >= Math.max(limits.lapsedItems, paid))
        throw new AppError(429, apiMessages.tooManyLapsed, { retryAfter: 600 });
    }
    const availableByProduct = sumByProduct(pieces, (line) => countsOf(line).available);
    const maxOfProductPerVisitor = isCrowded ? limits.heldOfProductWhenCrowded : limits.heldOfProduct;
    const visitorLimit: ClientLimit = {
      maxPieces: isCrowded ? limits.heldItemsWhenCrowded : limits.heldItems,
      maxOfProduct: () => maxOfProductPerVisitor,
    };
    const ipLimit: ClientLimit = {
      // Of one product's pieces, an IP address may hold the share `ipShare`; of all pieces of the shop, while `isCrowded`, only
      // the square of this share. An IP address may always hold as much as one visitor.
      maxPieces: isCrowded
        ? Math.max(
            limits.heldItemsWhenCrowded,
            Math.floor(shopStock.available * limits.ipShare * limits.ipShare),
          )
        : limits.ipItems,
      maxOfProduct: (id) =>
        Math.max(maxOfProductPerVisitor, Math.floor((availableByProduct.get(id) ?? 0) * limits.ipShare)),
    };
    return {
      clients: [visitorKey, addressKey],
      limitOf: (client) => (client === addressKey ? ipLimit : visitorLimit),
      maxHeld: (line) => {
        const { available, held } = countsOf(line);
        // A checkout with a proof, or in a stage that never requires one, may hold all pieces.
        return needsProof || limits.shareWithoutProof === 1
          ? MAX_HELD
          : Math.min(MAX_HELD, Math.floor((available + held) * limits.shareWithoutProof));
      },
      challengeError,
    };
  };
}
