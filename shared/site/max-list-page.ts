/**
 * The highest page number of the store's list without JavaScript. The number is limited because CloudFront
 * caches each page.
 */
export const MAX_LIST_PAGE = 99;
