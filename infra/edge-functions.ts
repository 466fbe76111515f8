// Code that runs at the edge before a request is answered, in CloudFront's own JavaScript
// (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html).

/**
 * A page's address to its file: `/store` to `/store/index.html` if it was rendered in the build, any other to
 * `/index.html`, where the browser's router takes over. The first page, `/`, was rendered as `/home`: `/index.html` is
 * the empty page. What is in `/assets`, or has a name that ends in one of `kinds` (`.js`), is a file and stays; any other
 * name, `/about.php`, is a page that is not there. `pages` are paths without a slash at the end.
 */
export const pageOf = (pages: string[], kinds: string[]): string => `
var pages = ${JSON.stringify(pages)};
var kinds = ${JSON.stringify(kinds)};
function handler(event) {
  var request = event.request;
  var path = request.uri.replace(/\\/+$/, '') || '/home';
  var name = path.slice(path.lastIndexOf('/'));
  if (path.startsWith('/assets/')) return request;
  if (name.includes('.') && kinds.includes(name.slice(name.lastIndexOf('.')))) return request;
  request.uri = pages.includes(path) ? path + '/index.html' : '/index.html';
  return request;
}`;

/** `/store/prd_x/`, as some write a link, to the product's address, `/store/prd_x`: the gateway knows only that. */
export const productPage = `
function handler(event) {
  var request = event.request;
  request.uri = request.uri.replace(/\\/+$/, '');
  return request;
}`;

/** Tells the functions who asks: behind the edge, the gateway's own source address is the edge's. */
export const viewerAddress = `
function handler(event) {
  var request = event.request;
  request.headers['x-viewer-ip'] = { value: event.viewer.ip };
  return request;
}`;

/** `/media/products/x.webp` to the object's key, `/products/x.webp`. */
export const mediaKey = `
function handler(event) {
  var request = event.request;
  request.uri = request.uri.replace(/^\\/media/, '');
  return request;
}`;
