// The source code of the CloudFront Functions that run on each request or response of a viewer, in CloudFront's own JavaScript
// (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html).
import { EPISODE_ID_PATTERN } from "../shared/episode.ts";
import { PRODUCT_ID_PATTERN } from "../shared/product-id.ts";
import { categories } from "../shared/site/categories.ts";
import { FILTER_PARAMS, FILTERS_HEADER, OTHER_FILTERS, SORT_IDS } from "../shared/store-filters.ts";
import { MAX_LIST_PAGE } from "../shared/max-list-page.ts";
import { NOT_FOUND_ID } from "../shared/not-found-id.ts";
import { NOT_FOUND_FILE } from "../shared/prerendered.ts";

/** The site's addresses, from its files and its router. Paths have no slash at the end. */
type SiteAddresses = {
  /** The pages that were prerendered: `/store`, `/home` for the home page, and `""` for the empty page. */
  prerenderedPages: readonly string[];
  /** The pages of the router, except those of products and episodes. Without a prerendered file they are rendered in the browser. */
  browserPages: readonly string[];
  /** Whether episodes have pages. */
  hasPodcast: boolean;
  /** The extensions of files that are not pages: `.js`. */
  extensions: readonly string[];
};

const PRODUCT_PATH = new RegExp(`^/store/${PRODUCT_ID_PATTERN}$`);

const EPISODE_PATH = new RegExp(`^/podcast/${EPISODE_ID_PATTERN}$`);

/**
 * The code of a function that returns the file of a path. A prerendered page has its own file, such as `/store/index.html`. The
 * file of a page in `browserPages` is `/index.html`, an empty page that the router fills. `/Store` has this empty page too,
 * because the router ignores the case of a path; CloudFront does not, so `/Store` has the default behavior. The file of an
 * unknown page is a copy of the empty page. `/home` itself is an unknown page. A path with an extension in `extensions` is a file. A
 * path with another extension, such as `/about.php`, is an unknown page. Paths below `/assets` do not come here.
 */
const fileOfPathCode = ({ prerenderedPages, browserPages, extensions }: SiteAddresses): string => `
var prerenderedPages = ${JSON.stringify(prerenderedPages.filter((page) => `${page}/index.html` !== NOT_FOUND_FILE))};
var browserPages = ${JSON.stringify(browserPages)};
var extensions = ${JSON.stringify(extensions)};
function fileOf(uri) {
  var path = uri.replace(/\\/+$/, '');
  var name = path.slice(path.lastIndexOf('/'));
  if (name.includes('.') && extensions.includes(name.slice(name.lastIndexOf('.')))) return uri;
  if (path === '') return '/home/index.html';
  if (path !== '/home' && prerenderedPages.includes(path)) return path + '/index.html';
  return browserPages.includes(path.toLowerCase()) ? '/index.html' : '${NOT_FOUND_FILE}';
}`;

/**
 * Code that rewrites a page's path to its file. Redirects `/Store/prd_x` to `/store/prd_x`, whose function knows the product and
 * answers 404 for an unknown one. The query is left out: it has at most the filters of the list from which the product was opened.
 */
export const rewritePageCode = (addresses: SiteAddresses): string => `${fileOfPathCode(addresses)}
function handler(event) {
  var path = event.request.uri.replace(/\\/+$/, '');
  var location = path.replace(/^\\/[^/]*/, function (folder) { return folder.toLowerCase(); });
  if (location !== path && (${PRODUCT_PATH}.test(location)${addresses.hasPodcast ? ` || ${EPISODE_PATH}.test(location)` : ""}))
    return { statusCode: 301, statusDescription: 'Moved Permanently', headers: { location: { value: location } } };
  event.request.uri = fileOf(event.request.uri);
  return event.request;
}`;

/**
 * Gives the response for an unknown page the status 404, so that search engines do not list the page. The bucket answers 200,
 * because the file of the page exists. AWS's documentation does not say whether the function gets the viewer's path or the
 * path that `rewritePageCode` made of it, so the function understands both.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-event-structure.html#functions-event-structure-status-body
 */
export const markNotFoundCode = (addresses: SiteAddresses): string => `${fileOfPathCode(addresses)}
function handler(event) {
  var uri = event.request.uri;
  var isPageFile = uri.endsWith('/index.html') && prerenderedPages.includes(uri.slice(0, -'/index.html'.length));
  if (event.response.statusCode === 200 && !isPageFile && fileOf(uri) === '${NOT_FOUND_FILE}') {
    event.response.statusCode = 404;
    event.response.statusDescription = 'Not Found';
  }
  return event.response;
}`;

/**
 * The values of the filters with few values. CloudFront caches the page once for each combination of these values and a page
 * number.
 */
const valuesByFilter = { category: categories.map(({ id }) => id), sort: SORT_IDS };

/**
 * Rewrites the path of a page with products to the name of its prerendered file. The filters in the URL
 * become one header, which is part of the cache key. The header contains the category, the sort order and the
 * page number of the list. If the URL has an unknown category or sort order, or any other filter, the header has
 * one fixed value. An unknown page number is ignored. A URL without filters and page number gets no header, nor does the home page.
 */
export const rewritePageWithProductsCode = `
var filters = ${JSON.stringify(FILTER_PARAMS)};
var knownValues = ${JSON.stringify(valuesByFilter)};
function handler(event) {
  var request = event.request;
  var givenFilters = filters.filter(function (name) { return name in request.querystring; });
  var isKnown = givenFilters.every(function (name) {
    var param = request.querystring[name];
    return !param.multiValue && name in knownValues && knownValues[name].includes(param.value);
  });
  var values = givenFilters.map(function (name) { return name + '=' + request.querystring[name].value; });
  var page = request.querystring.page;
  if (page && /^[1-9][0-9]*$/.test(page.value) && Number(page.value) <= ${MAX_LIST_PAGE}) values.push('page=' + page.value);
  delete request.headers['${FILTERS_HEADER}'];
  if (values.length > 0 && request.uri !== '/')
    request.headers['${FILTERS_HEADER}'] = { value: isKnown ? values.join('&') : '${OTHER_FILTERS}' };
  request.uri = (request.uri === '/' ? '/home' : request.uri) + '/index.html';
  return request;
}`;

/**
 * Rewrites `/store/prd_x/` to `/store/prd_x`, because the gateway has no route with a slash at the end. A longer path,
 * or a path that cannot belong to a product, becomes `/store/not-found`, for which `render-page` answers with a page. The
 * API would answer the unknown path with JSON.
 */
export const rewriteProductPageCode = `
function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/\\/+$/, '');
  request.uri = ${PRODUCT_PATH}.test(path) ? path : '/store/${NOT_FOUND_ID}';
  return request;
}`;

/** Rewrites the path of an episode's page like that of a product's page. */
export const rewriteEpisodePageCode = `
function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/\\/+$/, '');
  request.uri = ${EPISODE_PATH}.test(path) ? path : '/podcast/${NOT_FOUND_ID}';
  return request;
}`;

/**
 * Sends the visitor's IP address to the functions in a header: the gateway sees only CloudFront's address.
 */
export const addViewerIpCode = `
function handler(event) {
  var request = event.request;
  request.headers['x-viewer-ip'] = { value: event.viewer.ip };
  return request;
}`;

/** Rewrites `/media/products/x.webp` to the object's key, `/products/x.webp`. */
export const rewriteMediaPathCode = `
function handler(event) {
  var request = event.request;
  request.uri = request.uri.replace(/^\\/media/, '');
  return request;
}`;
