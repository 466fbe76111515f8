/** The sizes that the product form offers, from small to large. The store's filter shows them in the same sequence. */
export const sizes = ["S", "M", "L", "XL", "XXL", "3XL"] as const;
