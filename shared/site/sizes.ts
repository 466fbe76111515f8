/** The sizes that the product form offers, in the order in which the store shows them. */
export const sizes = ["S", "M", "L", "XL", "XXL", "3XL"] as const;
