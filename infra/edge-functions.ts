// The source code of the CloudFront Functions that run on each viewer request, in CloudFront's own JavaScript
// (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html).
import { EPISODE_ID_PATTERN } from "../shared/episode.ts";
import { PRODUCT_ID_PATTERN } from "../shared/product-id.ts";
import { categories } from "../shared/site/categories.ts";
import { FILTER_PARAMS, FILTERS_HEADER, OTHER_FILTERS, SORT_IDS } from "../shared/site/filters.ts";
import { MAX_LIST_PAGE } from "../shared/site/max-list-page.ts";
import { NO_PRODUCT } from "../shared/site/no-product.ts";

/**
 * Rewrites a page's path to its file. A page in `pages` (paths without a slash at the end) was prerendered: `/store`
 * becomes `/store/index.html`, and `/` becomes `/home/index.html`. `/home` itself is an unknown page. Any other page
 * becomes `/index.html`, an empty page that the browser's router fills. A path below `/assets`, or with an extension in
 * `extensions` (`.js`), is a file and stays unchanged. A path with another extension, such as `/about.php`, is an
 * unknown page.
 */
export const rewritePage = (pages: string[], extensions: string[]): string => `
var pages = ${JSON.stringify(pages)};
var extensions = ${JSON.stringify(extensions)};
function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/\\/+$/, '');
  var name = path.slice(path.lastIndexOf('/'));
  if (path.startsWith('/assets/')) return request;
  if (name.includes('.') && extensions.includes(name.slice(name.lastIndexOf('.')))) return request;
  if (path === '') path = '/home';
  else if (path === '/home' || !pages.includes(path)) path = '';
  request.uri = path + '/index.html';
  return request;
}`;

/** The path of a product's page. */
const PRODUCT_PATH = new RegExp(`^/store/${PRODUCT_ID_PATTERN}$`);

/** The path of an episode's page. */
const EPISODE_PATH = new RegExp(`^/podcast/${EPISODE_ID_PATTERN}$`);

/** The values of the filters that have only a few. CloudFront caches the page once for each of these values. */
const valuesByFilter = { category: categories.map(({ id }) => id), sort: SORT_IDS };

/**
 * Rewrites the path of a page with products to the name of its prerendered file. The filters in the URL
 * become one header, which is part of the cache key. The header contains the category, the sort order and the
 * page number of the list. If the URL has an unknown value or any other filter, the header has one fixed
 * value. Only the store has filters.
 */
export const rewritePageWithProducts = `
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
export const rewriteProductPage = `
function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/\\/+$/, '');
  request.uri = ${PRODUCT_PATH}.test(path) ? path : '/store/${NO_PRODUCT}';
  return request;
}`;

/** Rewrites the path of an episode's page like that of a product's page. */
export const rewriteEpisodePage = `
function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/\\/+$/, '');
  request.uri = ${EPISODE_PATH}.test(path) ? path : '/podcast/${NO_PRODUCT}';
  return request;
}`;

/**
 * Sends the visitor's IP address to the functions in a header: the gateway sees only CloudFront's address.
 */
export const addViewerAddress = `
function handler(event) {
  var request = event.request;
  request.headers['x-viewer-ip'] = { value: event.viewer.ip };
  return request;
}`;

/** Rewrites `/media/products/x.webp` to the object's key, `/products/x.webp`. */
export const rewriteMediaPath = `
function handler(event) {
  var request = event.request;
  request.uri = request.uri.replace(/^\\/media/, '');
  return request;
}`;
