/** In the place of a product's id: what the edge asks `render-page` for at an address that cannot be a product's. */
export const NO_PRODUCT = "not-found";
