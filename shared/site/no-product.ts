/**
 * The id with which the edge calls `render-page` for a path that cannot belong to a product. No product has this id.
 */
export const NO_PRODUCT = "not-found";
