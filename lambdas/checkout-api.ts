import * as z from "zod/mini";
import { consentApi } from "../shared/api-consent.ts";
import { publicApi } from "../shared/api-public.ts";
import { fillPath } from "../shared/endpoint.ts";
import { unsubscribePath } from "../shared/newsletter-consent.ts";
import { flatShipping } from "../shared/shipping-rates.ts";
import { ShippingSettings } from "../shared/shipping-settings.ts";
import { Limits } from "../shared/limits.ts";
import { Json, readEnv, Text } from "./lib/env.ts";
import { httpFunction } from "./lib/http.ts";
import { rateLimitKey, enforceRateLimit, limitWrongLinks } from "./lib/rate-limit.ts";
import { sameOriginOnly } from "./lib/http-same-origin.ts";
import { redirectPage } from "./lib/redirect-page.ts";
import { route, routeKey } from "./lib/route.ts";
import { readSecret } from "./lib/secrets.ts";
import { getStripeClient } from "./lib/stripe.ts";
import { readVisitorId, visitorCookie, visitorOf } from "./lib/visitor.ts";
import { confirmConsentByLink, undoWithdrawal } from "./orders/confirm-consent.ts";
import { quoteCode } from "./discounts/offer.ts";
import { createCheckout } from "./orders/create-checkout.ts";
import { emailReceipt } from "./mail/email-receipt.ts";
import { releaseCheckout } from "./orders/release-checkout.ts";
import { returnUrls } from "./orders/return-urls.ts";
import { verifyPayment } from "./orders/verify-payment.ts";
import { quoteTax } from "./tax/quote-tax.ts";
import { withdrawConsentByLink } from "./orders/withdraw-consent.ts";

const envSchema = z.object({
  TABLE_NAME: Text,
  ORIGIN_SECRET_ARN: Text,
  STRIPE_SECRET_ARN: Text,
  SITE_ORIGIN: Text,
  MAIL_SENDER: Text,
  CONFIGURATION_SET: Text,
  TEAM_EMAIL: Text,
  LIMITS: Json(Limits),
  TICKETS: z.enum(["on", "off"]),
  CONFIRM_NEWS: z.enum(["on", "off"]),
  DISCOUNTS: z.enum(["on", "off"]),
  /** The stage's rates and countries; without them, shipping has one flat fee and is only within the US. */
  SHIPPING: z.optional(Json(ShippingSettings)),
  TAX: z.enum(["stripe", "off"]),
  STRIPE_API_URL: z.optional(Text),
});
export type Env = z.input<typeof envSchema>;
const env = readEnv(envSchema);
const hasDiscounts = env.DISCOUNTS === "on";
const issuesTickets = env.TICKETS === "on";
const hasTax = env.TAX === "stripe";
const mailSettings = {
  sender: { address: env.MAIL_SENDER, configurationSet: env.CONFIGURATION_SET },
  teamEmail: env.TEAM_EMAIL,
  origin: env.SITE_ORIGIN,
  issuesTickets,
};
const getStripe = () => getStripeClient(env.STRIPE_SECRET_ARN, env.STRIPE_API_URL);
const clientKeyOf = (client: string) => rateLimitKey(env.ORIGIN_SECRET_ARN, client);
const { createCheckoutSession } = publicApi;

/** Checkout: discount, tax, payment page and its release, payment result, receipt by mail, and newsletter consent. */
export const handler = httpFunction(
  env.ORIGIN_SECRET_ARN,
  [
    route(createCheckoutSession, async ({ body, event, ipAddress, now }) => {
      const urls = returnUrls(body, env.SITE_ORIGIN);
      const { hasCookie, id } = visitorOf(event);
      const [addressKey, visitorKey] = await Promise.all([
        clientKeyOf(ipAddress),
        clientKeyOf(`visitor:${id}`),
      ]);
      await enforceRateLimit("checkout", addressKey, env.LIMITS.ipCheckout, +now);
      if (hasCookie) await enforceRateLimit("checkout", visitorKey, env.LIMITS.checkout, +now);
      const { orderData, proof } = body;
      const output = await createCheckout(
        getStripe,
        {
          orderData,
          ...urls,
          mustConfirmNewsletter: env.CONFIRM_NEWS === "on",
          shipping: env.SHIPPING ?? flatShipping,
          getTaxClient: hasTax ? getStripe : undefined,
          now,
          hasDiscounts,
        },
        { visitorKey, addressKey, proof, hasCookie },
        { limits: env.LIMITS, origin: env.SITE_ORIGIN, secret: await readSecret(env.ORIGIN_SECRET_ARN) },
      );
      return { output };
    }),
    route(publicApi.quoteDiscount, async ({ body, event, ipAddress, now }) => {
      // Limits the guessing of codes. createCheckoutSession, which also accepts a code, has a limit of its own.
      await enforceRateLimit("discount", await clientKeyOf(ipAddress), env.LIMITS.ipCheckout, +now);
      const visitorId = await readVisitorId(event, env.ORIGIN_SECRET_ARN);
      const visitorKey = visitorId && (await clientKeyOf(`visitor:${visitorId}`));
      return { output: await quoteCode(body, hasDiscounts, visitorKey, now) };
    }),
    route(publicApi.calculateTax, async ({ body, ipAddress, now }) => {
      // Stripe charges for calculations, so their number is limited: https://support.stripe.com/questions/understanding-stripe-tax-pricing
      await enforceRateLimit("tax", await clientKeyOf(ipAddress), env.LIMITS.ipCheckout, +now);
      return { output: hasTax ? await quoteTax(getStripe, body) : { tax: 0 } };
    }),
    route(publicApi.releaseCheckoutSession, async ({ params, now }) => {
      await releaseCheckout(getStripe, params.sessionId, now);
      return { output: undefined };
    }),
    route(publicApi.verifyPayment, async ({ body, ipAddress, now }) => {
      await enforceRateLimit("verify", await clientKeyOf(ipAddress), env.LIMITS.verify, +now);
      return { output: await verifyPayment(getStripe, body.sessionId, now, issuesTickets) };
    }),
    route(publicApi.emailReceipt, async ({ body, ipAddress, now }) => {
      await enforceRateLimit("receipt", await clientKeyOf(ipAddress), env.LIMITS.receipt, +now);
      await emailReceipt(body.sessionId, mailSettings, now);
      return { output: { sent: true as const } };
    }),
    route(consentApi.showWithdrawal, ({ params }) =>
      Promise.resolve({
        text: redirectPage(fillPath(unsubscribePath, params), "Stop news and offers"),
        type: "text/html; charset=utf-8",
        status: 200,
      }),
    ),
    route(consentApi.withdrawConsent, async ({ params, ipAddress, now }) => {
      const client = await clientKeyOf(ipAddress);
      const withdraw = () => withdrawConsentByLink(params.orderId, params.token, now);
      await limitWrongLinks(withdraw, "consent", client, env.LIMITS.verify, +now);
      return { output: { withdrawn: true as const } };
    }),
    route(consentApi.undoWithdrawal, async ({ params, ipAddress, now }) => {
      await enforceRateLimit("consent", await clientKeyOf(ipAddress), env.LIMITS.verify, +now);
      await undoWithdrawal(params.orderId, params.token, now);
      return { output: { confirmed: true as const } };
    }),
    route(consentApi.confirmConsent, async ({ params, ipAddress, now }) => {
      await enforceRateLimit("consent", await clientKeyOf(ipAddress), env.LIMITS.verify, +now);
      await confirmConsentByLink(params.orderId, params.token, now);
      return { output: { confirmed: true as const } };
    }),
  ],
  [
    sameOriginOnly(env.SITE_ORIGIN, [routeKey(consentApi.withdrawConsent)]),
    visitorCookie(env.ORIGIN_SECRET_ARN, env.SITE_ORIGIN, [routeKey(createCheckoutSession)]),
  ],
);
