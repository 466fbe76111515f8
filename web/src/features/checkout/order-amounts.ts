import { TICKET } from "../../../../shared/product.ts";

/** A labelled amount in dollars. */
export type Amount = { label: string; dollars: number };

/** The amounts below the items. Shipping is left out if it costs nothing; the last amount is the total. */
export const amountsOf = (
  { subtotal, shipping, total }: { subtotal: number; shipping: number; total: number },
  totalLabel: string,
): Amount[] => [
  { label: "Subtotal", dollars: subtotal },
  ...(shipping > 0 ? [{ label: "Shipping", dollars: shipping }] : []),
  { label: totalLabel, dollars: total },
];

/** 'Vipers@Midnight (Ticket)'; the name alone for other categories. */
export const itemName = (name: string, category: string | undefined): string =>
  category === TICKET ? `${name} (Ticket)` : name;
