// For `npm run bench:functions`: a server in its own process. It replaces Stripe, AWS's services except DynamoDB, a
// webhook's endpoint and the podcast's feed.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { feedXml, itemXml } from "../../support/feed-server.ts";

let responseCount = 0;

/** The tax that every calculation returns, in cents: that of bench-shop.ts's checkout with a discount code. */
const TAX_CENTS = 250;
const listOf = (data: object[]) => ({ object: "list", data, has_more: false, url: "/v1" });

/**
 * Stripe's objects with the fields that the functions read. The lists of sessions, refunds, disputes and events are empty.
 * https://docs.stripe.com/api
 */
function stripeResponse(method: string, path: string): object {
  const id = `${++responseCount}`.padStart(8, "0");
  if (path.endsWith("/expire"))
    return { id: path.split("/").at(-2), object: "checkout.session", status: "expired" };
  if (method === "GET" && LISTS.includes(path)) return listOf([]);
  if (path.startsWith("/v1/refunds"))
    return { id: `re_${id}`, object: "refund", amount: 2500, status: "succeeded", metadata: {} };
  if (path.startsWith("/v1/tax/calculations")) {
    const line_items = listOf([{ id: `tax_li_${id}`, reference: "L0", amount_tax: TAX_CENTS }]);
    return { id: `taxcalc_${id}`, object: "tax.calculation", tax_amount_exclusive: TAX_CENTS, line_items };
  }
  if (path.startsWith("/v1/tax/transactions")) {
    const line_items = listOf([{ id: `tax_li_${id}`, reference: "L0" }]);
    return { id: `tax_${id}`, object: "tax.transaction", line_items };
  }
  const url = `https://checkout.stripe.com/c/${id}`;
  // `amount_total` has to be the total of the order, in cents, because the shop closes a payment page with another amount. Each
  // order costs $25.00.
  return { id: `cs_bench_${id}`, object: "checkout.session", url, amount_total: 2500 };
}
const LISTS = ["checkout/sessions", "refunds", "disputes", "events"].map((name) => `/v1/${name}`);

const awsResponses: Record<string, (body: string) => object> = {
  "secretsmanager.GetSecretValue": (body) => ({
    SecretString: (JSON.parse(body) as { SecretId: string }).SecretId,
  }),
  "AWSEvents.PutEvents": (body) => ({
    FailedEntryCount: 0,
    Entries: (JSON.parse(body) as { Entries: unknown[] }).Entries.map(() => ({
      EventId: `event-${++responseCount}`,
    })),
  }),
};
/** Cognito's response about every admin, and about the door's staff. */
const COGNITO_RESPONSE = {
  Username: "ada",
  UserAttributes: [],
  Groups: [{ GroupName: "admin" }],
  Users: [
    { Attributes: [{ Name: "email", Value: "d@example.com" }], UserCreateDate: 1, UserStatus: "CONFIRMED" },
  ],
};
/** The response of SES and of a webhook's endpoint. */
const SES_RESPONSE = { MessageId: "m" };

/** The upload in the bucket `media`. */
const PICTURE = readFileSync(
  join(import.meta.dirname, "../../../infra/local/seed/media/air-gapped-flask.webp"),
);
const EPISODES = Array.from({ length: 50 }, (_, i) => `episode-${i}`);
/** A feed whose newest episode has another title each time. */
const nextFeed = () =>
  feedXml(
    itemXml({ guid: "newest", title: `Episode ${++responseCount}`, day: 28 }),
    ...EPISODES.map((guid) =>
      itemXml({ guid, description: "<p>About bourbon and security.</p>".repeat(20) }),
    ),
  );

function responseOf(method: string, url: string, target: string, body: string): object {
  if (target.startsWith("AWSCognito")) return COGNITO_RESPONSE;
  const aws = awsResponses[target];
  if (aws) return aws(body);
  return url.startsWith("/v1/") ? stripeResponse(method, url.split("?")[0] ?? "") : SES_RESPONSE;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    if (url === "/feed") return response.end(nextFeed());
    if (url.startsWith("/media/")) return response.end(method === "GET" ? PICTURE : undefined);
    const body = Buffer.concat(chunks).toString();
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify(responseOf(method, url, String(headers["x-amz-target"]), body)));
  });
});
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
