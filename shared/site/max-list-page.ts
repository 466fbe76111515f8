/** The last page of a list without JavaScript. CloudFront caches a copy of the page for each. */
export const MAX_LIST_PAGE = 99;
