import type * as z from "zod/mini";
import { backInStockApi } from "../shared/api-back-in-stock.ts";
import { backInStockPath } from "../shared/back-in-stock.ts";
import { fillPath } from "../shared/endpoint.ts";
import { askForStock } from "./back-in-stock/ask-for-stock.ts";
import { confirmRequest, endRequest } from "./back-in-stock/confirm-or-end.ts";
import { VisitorMailEnv, visitorMailSettings } from "./contact/visitor-mail.ts";
import { readEnv } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { sameOriginOnly } from "./lib/http-same-origin.ts";
import { rateLimitKey, enforceRateLimit, limitWrongLinks } from "./lib/rate-limit.ts";
import { redirectPage } from "./lib/redirect-page.ts";
import { route, routeKey } from "./lib/route.ts";

export type Env = z.input<typeof VisitorMailEnv>;
const env = readEnv(VisitorMailEnv);
const settings = visitorMailSettings(env);

/** The arguments of `enforceRateLimit`, and the last arguments of `limitWrongLinks`, for the use of links from one IP address. */
const linkLimitArguments = async (ipAddress: string, now: Date) =>
  [
    "back-in-stock-link",
    await rateLimitKey(env.ORIGIN_SECRET_ARN, ipAddress),
    env.LIMITS.verify,
    +now,
  ] as const;

/** Visitors' requests for a mail when a sold-out product is back. */
export const handler = httpFunction(
  env.ORIGIN_SECRET_ARN,
  [
    route(backInStockApi.askForStock, async ({ body, ipAddress, now }) => {
      await askForStock(body, ipAddress, settings, now);
      return { output: { asked: true as const } };
    }),
    route(backInStockApi.confirmStockRequest, async ({ params, ipAddress, now }) => {
      await enforceRateLimit(...(await linkLimitArguments(ipAddress, now)));
      return { output: await confirmRequest(params, now) };
    }),
    route(backInStockApi.showStockRequestEnd, ({ params }) =>
      Promise.resolve({
        text: redirectPage(fillPath(backInStockPath, { action: "end", ...params }), "Stop this request"),
        type: "text/html; charset=utf-8",
        status: 200,
      }),
    ),
    route(backInStockApi.endStockRequest, async ({ params, ipAddress, now }) => {
      await limitWrongLinks(() => endRequest(params, now), ...(await linkLimitArguments(ipAddress, now)));
      return { output: { ended: true as const } };
    }),
  ],
  // Mail programs post to the link of the header List-Unsubscribe, so this route accepts requests from elsewhere.
  [sameOriginOnly(env.SITE_ORIGIN, [routeKey(backInStockApi.endStockRequest)])],
);
