/** What happens to stock items, as fragments that a use-case puts into its transaction. Keys: see product-table.ts. */
import type { Fragment } from "../lib/transact.ts";
import { tableName } from "../lib/documents.ts";
import { stockKey } from "./product-table.ts";

/** Some pieces of a product or variant. */
export type Pieces = { productId: string; variantId?: string | undefined; quantity: number };

/** hold: for sale → waiting. sell: waiting → sold. release: waiting → for sale. take: for sale → sold. restock: sold → for sale. */
export type StockMove = "hold" | "sell" | "release" | "take" | "restock";

type Counter = "available" | "held" | "sold";
const MOVES = {
  hold: ["available", "held"],
  sell: ["held", "sold"],
  release: ["held", "available"],
  take: ["available", "sold"],
  restock: ["sold", "available"],
} as const satisfies Record<StockMove, readonly [from: Counter, to: Counter]>;

/** Name of a stock fragment, to say which pieces were short. */
export type StockName = `stock:${string}`;
export const stockName = (pieces: Omit<Pieces, "quantity">): StockName =>
  `stock:${pieces.productId}#${pieces.variantId ?? "-"}`;

/** Lines of one product become one update: a transaction takes each item once. */
export function mergePieces(lines: readonly Pieces[]): Pieces[] {
  const merged = new Map<string, Pieces>();
  for (const line of lines) {
    const found = merged.get(stockName(line));
    merged.set(stockName(line), { ...line, quantity: line.quantity + (found?.quantity ?? 0) });
  }
  // One order for all: two carts with the same items then contend for the first one only.
  return [...merged.values()].sort((a, b) => stockName(a).localeCompare(stockName(b)));
}

/** Moves pieces between two counters, never below zero: each fragment fails when there are too few. */
export const moveStock = (move: StockMove, lines: readonly Pieces[]): Fragment<StockName>[] =>
  mergePieces(lines).map((pieces) => {
    const [from, to] = MOVES[move];
    return {
      name: stockName(pieces),
      Update: {
        TableName: tableName(),
        Key: stockKey(pieces.productId, pieces.variantId),
        // An order was made of it, and keeps what it says of the product.
        UpdateExpression: `ADD #from :minus, #to :plus SET ordered = :ordered`,
        ConditionExpression: "#from >= :plus",
        ExpressionAttributeNames: { "#from": from, "#to": to },
        ExpressionAttributeValues: { ":minus": -pieces.quantity, ":plus": pieces.quantity, ":ordered": true },
      },
    };
  });
