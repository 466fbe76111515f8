import { TICKET } from "../../../../shared/product.ts";

/** 'Vipers@Midnight (Ticket)'; the name alone for other categories. */
export const itemName = (name: string, category: string | undefined): string =>
  category === TICKET ? `${name} (Ticket)` : name;
