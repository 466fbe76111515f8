/**
 * The id with which the edge calls `render-page` for a path that cannot belong to a product or an episode. No
 * product and no episode has this id.
 */
export const NOT_FOUND_ID = "not-found";
