/**
 * The highest page number of the store's list in HTML, for browsers without JavaScript. It is limited because
 * CloudFront would cache one more page for each number in a URL.
 */
export const MAX_LIST_PAGE = 99;
