import type { MiddlewareObj } from "@middy/core";
import { apiMessages } from "../../shared/api-messages.ts";
import { AppError } from "./errors.ts";
import type { HttpEvent, HttpResult } from "./http.ts";

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Protects against cross-site request forgery. A request that changes something must come from this site (403). If it has a
 * body, the body must be JSON (400), which another site cannot send without a CORS preflight. A request with neither
 * Sec-Fetch-Site nor Origin passes, because it does not come from a browser. The routes in `openRouteKeys` accept every
 * request, because their path contains a token that cannot be guessed.
 * https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/Sec-Fetch-Site
 */
export const sameOriginOnly = (
  siteOrigin: string,
  openRouteKeys: readonly string[] = [],
): MiddlewareObj<HttpEvent, HttpResult> => ({
  before: ({ event: { headers, requestContext, body, routeKey } }) => {
    const { method } = requestContext.http;
    if (method === "GET" || method === "HEAD" || openRouteKeys.includes(routeKey)) return;
    const fetchSite = headers["sec-fetch-site"];
    const isForeign =
      fetchSite === undefined
        ? headers["origin"] !== undefined && headers["origin"] !== siteOrigin
        : fetchSite !== "same-origin" && fetchSite !== "none";
    if (isForeign) throw new AppError(403, apiMessages.ownPagesOnly);
    if (body !== undefined && !JSON_TYPE.test(headers["content-type"] ?? ""))
      throw new AppError(400, apiMessages.jsonOnly);
  },
});
