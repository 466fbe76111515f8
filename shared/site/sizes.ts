/** The sizes that the product form offers, in the order of the store's filter, which also sorts sizes that are not here. */
export const sizes = ["S", "M", "L", "XL", "XXL", "3XL"] as const;
