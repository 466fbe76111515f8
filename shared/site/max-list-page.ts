/**
 * The highest page number of the store's list in HTML, for browsers without JavaScript. The number is limited because CloudFront
 * caches each page.
 */
export const MAX_LIST_PAGE = 99;
