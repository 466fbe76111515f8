import * as z from "zod/mini";
import { ordersApi } from "../shared/api-orders.ts";
import { Limits } from "../shared/limits.ts";
import { canonicalAddress } from "./contact/canonical-address.ts";
import { Json, readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { sameOriginOnly } from "./lib/http-same-origin.ts";
import { rateLimitKey, enforceRateLimit } from "./lib/rate-limit.ts";
import { route } from "./lib/route.ts";
import { cancelOrder } from "./order-page/cancel-order.ts";
import { changeAddress } from "./order-page/change-address.ts";
import { readOrderPage } from "./order-page/read-order-page.ts";
import { reportProblem } from "./order-page/report-problem.ts";
import {
  exchangeConfirmationCode,
  requestOrderLink,
  requestConfirmationCode,
} from "./order-page/request-link.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  ORIGIN_SECRET_ARN: Text,
  SITE_ORIGIN: Text,
  BUS_NAME: Text,
  LIMITS: Json(Limits),
  TICKETS: z.enum(["on", "off"]),
  /** ask: customers ask the team to cancel an order. do: they cancel it themselves. */
  CANCELLATION: z.enum(["ask", "do"]),
});
export type Env = z.input<typeof envSchema>;
const env = readEnv(envSchema);
const { LIMITS: limits, BUS_NAME: busName, ORIGIN_SECRET_ARN: originSecretArn } = env;
const settings = { originSecretArn, issuesTickets: env.TICKETS === "on", cancelMode: env.CANCELLATION };

/**
 * What is counted for each client. order-page: views of the page. order-link: mails with a link or a code. order-code: tries of
 * a code. order-change: cancellations, changes of the address, and reports of a problem.
 */
type Action = "order-page" | "order-link" | "order-code" | "order-change";
/** The limits of other routes, whose numbers also fit these routes. */
type RateName = "verify" | "receipt" | "contactRecipient";
const enforceLimit = async (action: Action, client: string, rate: RateName, now: Date) =>
  enforceRateLimit(action, await rateLimitKey(originSecretArn, client), limits[rate], +now);

/** The order's page for the customer who has its link, and requests for a mail with this link. */
export const handler = httpFunction(
  originSecretArn,
  [
    route(ordersApi.findOrder, async ({ body, ipAddress, now }) => {
      await enforceLimit("order-link", ipAddress, "receipt", now);
      await enforceLimit("order-link", `to:${canonicalAddress(body.email)}`, "contactRecipient", now);
      await requestOrderLink(body, busName, now);
      return { output: { requested: true as const } };
    }),
    route(ordersApi.readOrderPage, async ({ body, ipAddress, now }) => {
      await enforceLimit("order-page", ipAddress, "verify", now);
      return { output: await readOrderPage(body, settings, now) };
    }),
    route(ordersApi.requestOrderCode, async ({ body, ipAddress, now }) => {
      await enforceLimit("order-link", ipAddress, "receipt", now);
      // Each code may be tried five times, so this limit on codes for an order also limits how often they can be guessed.
      // The token is part of the key, so that requests with wrong tokens do not use up the codes of the customer.
      await enforceLimit("order-link", `order:${body.orderId}:${body.token}`, "contactRecipient", now);
      await requestConfirmationCode(body, busName, now);
      return { output: { requested: true as const } };
    }),
    route(ordersApi.confirmOrderCode, async ({ body, ipAddress, now }) => {
      await enforceLimit("order-code", ipAddress, "verify", now);
      return { output: { grant: await exchangeConfirmationCode(body, originSecretArn, now) } };
    }),
    route(ordersApi.cancelOwnOrder, async ({ body, ipAddress, now }) => {
      await enforceLimit("order-change", ipAddress, "verify", now);
      return { output: await cancelOrder(body, settings, now) };
    }),
    route(ordersApi.changeAddress, async ({ body, ipAddress, now }) => {
      await enforceLimit("order-change", ipAddress, "verify", now);
      return { output: await changeAddress(body, settings, now) };
    }),
    route(ordersApi.reportProblem, async ({ body, ipAddress, now }) => {
      await enforceLimit("order-change", ipAddress, "verify", now);
      return { output: await reportProblem(body, settings, now) };
    }),
  ],
  [sameOriginOnly(env.SITE_ORIGIN)],
);
