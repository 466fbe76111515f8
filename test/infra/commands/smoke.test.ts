import { ListSubscriptionsByTopicCommand, SNSClient } from "@aws-sdk/client-sns";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { findAlarmSubscriptionProblem } from "../../../infra/commands/alarm-subscription.ts";
import { runSmokeTest } from "../../../infra/commands/smoke.ts";
import { TICKET } from "../../../shared/product.ts";
import { eventInDays, testProduct } from "../../support/fixtures.ts";
import { mockClient } from "../../support/mock-client.ts";
import { serve } from "../local/serve.ts";

const featured = testProduct({ stock: 0, featured: true });
/** A ticket with many pieces. Its sales ended when the event began. */
const endedTicket = testProduct({ stock: 200, category: TICKET, event: eventInDays(-0.01) });

/**
 * Runs the smoke test of a shop that has these pages and nothing to buy, and that answers a checkout with
 * `checkoutStatus`. Returns the lines that the test has printed.
 */
async function runSmokeTestWith(
  pages: Record<string, string>,
  checkoutStatus = 409,
  products = [featured, endedTicket],
) {
  const catalog = JSON.stringify({ products });
  const url = await serve((req, res) => {
    if (req.method === "POST") res.statusCode = checkoutStatus;
    res.end(pages[req.url ?? ""] ?? catalog);
  });
  const lines: string[] = [];
  await runSmokeTest(url, (line) => lines.push(line));
  return lines;
}

test("smoke refuses pages without products, which the edge serves while render-page fails", async () => {
  const noProducts = "The page / has no products. Read the log of render-page.";
  const bothProducts = `<a href="/product/${featured.id}"></a><a href="/product/${endedTicket.id}"></a>`;
  await expect(runSmokeTestWith({ "/": "<main></main>", "/store": bothProducts })).rejects.toThrow(
    noProducts,
  );
  // The page / shows only featured products.
  await expect(
    runSmokeTestWith({ "/": `/product/${endedTicket.id}`, "/store": bothProducts }),
  ).rejects.toThrow(noProducts);
  await expect(runSmokeTestWith({ "/": bothProducts, "/store": "" })).rejects.toThrow(
    "The page /store has no products.",
  );
  await expect(
    runSmokeTestWith({ "/": bothProducts, "/store": `/product/${endedTicket.id}` }),
  ).resolves.toHaveLength(3);
});

test("smoke passes for a shop in which nothing can be bought now, if the checkout says so", async () => {
  const pages = { "/": featured.id, "/store": featured.id };
  const lines = await runSmokeTestWith(pages);
  expect(lines.at(-1)).toBe(
    "Nothing can be bought now, and the checkout says so. Whether it reaches Stripe was not tried.",
  );
  await expect(runSmokeTestWith(pages, 503)).rejects.toThrow(
    "The checkout of what cannot be bought now: status 503 instead of 409",
  );
  await expect(runSmokeTestWith(pages, 409, [])).rejects.toThrow("The shop has no products");
});

/** The body of a checkout that a fake shop receives. */
const PostedCheckout = z.object({
  orderData: z.object({ oId: z.string(), fin: z.record(z.string(), z.number()) }),
});

test("smoke repeats its checkout once with the sales tax that the shop answers, as the site's checkout page does", async () => {
  const tee = testProduct({ stock: 20, featured: true });
  const figures = { sub: tee.price, disc: 0, ship: 0, tax: 1.5, tot: tee.price + 1.5 };
  const posted: z.infer<typeof PostedCheckout>["orderData"][] = [];
  /** Starts a fake shop. `responseOf` returns status and body for the amounts of a checkout. */
  const shopWith = (responseOf: (fin: Record<string, number>) => [number, object]) =>
    serve((req, res) => {
      const respond = ([status, body]: [number, object | string]) => {
        res.statusCode = status;
        res.end(status === 204 ? undefined : typeof body === "string" ? body : JSON.stringify(body));
      };
      if (req.method === "DELETE") return respond([204, ""]);
      if (req.method === "POST")
        return void text(req).then((body) => {
          const { orderData } = z.parse(PostedCheckout, JSON.parse(body));
          posted.push(orderData);
          respond(responseOf(orderData.fin));
        });
      if (req.url === "/" || req.url === "/store") return respond([200, tee.id]);
      respond([200, req.url?.endsWith(tee.id) ? tee : { products: [tee] }]);
    });
  const session: [number, object] = [
    200,
    { orderId: "ord_1", sessionId: "cs_test_1", url: "https://checkout.stripe.com/c/pay/1" },
  ];
  const refusal: [number, object] = [409, { error: { code: "aborted", message: "changed", figures } }];

  const url = await shopWith(({ tax }) => (tax === figures.tax ? session : refusal));
  await expect(runSmokeTest(url, () => undefined)).resolves.toBeUndefined();
  expect(posted.map(({ fin }) => fin)).toEqual([{ sub: tee.price, ship: 0, tot: tee.price }, figures]);
  expect(posted[1]?.oId).toBe(posted[0]?.oId);

  posted.length = 0;
  const refusingUrl = await shopWith(() => refusal);
  await expect(runSmokeTest(refusingUrl, () => undefined)).rejects.toThrow(
    "The checkout: status 409 instead of 200",
  );
  expect(posted).toHaveLength(2);
});

test("smoke refuses a text that is not an address, and a site that is not a shop, with a message", async () => {
  for (const url of ["localhost:8133", "shop.example.org", "file:///etc"])
    await expect(runSmokeTest(url, () => undefined)).rejects.toThrow(
      `${url} is not an address such as https://shop.example.org.`,
    );
  for (const text of ["<html></html>", "{}"]) {
    const url = await serve((_, res) => void res.end(text));
    await expect(runSmokeTest(url, () => undefined)).rejects.toThrow(
      "The catalog: this is not the answer of a shop",
    );
  }
});

test("smoke fails with a message while nobody has a confirmed subscription to the alarms", async () => {
  const sns = mockClient(SNSClient);
  const client = new SNSClient({ region: "us-east-1" });
  const email = { Protocol: "email", Endpoint: "alarms@example.org" };
  const problemOf = (...Subscriptions: object[]) => {
    sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions });
    return findAlarmSubscriptionProblem(client, "arn:topic");
  };
  expect(await problemOf({ ...email, SubscriptionArn: "arn:aws:sns:us-east-1:1:topic:1" })).toBeUndefined();
  expect(await problemOf({ ...email, SubscriptionArn: "PendingConfirmation" })).toMatch(
    /alarms@example.org has not confirmed[^]*aws sns subscribe .* --notification-endpoint alarms@example.org/,
  );
  const jsonEmail = { Protocol: "email-json", Endpoint: "tickets@example.org" };
  expect(await problemOf({ ...jsonEmail, SubscriptionArn: "PendingConfirmation" })).toMatch(
    /tickets@example.org has not confirmed[^]*--protocol email-json --notification-endpoint tickets@example.org/,
  );
  const pager = { Protocol: "https", Endpoint: "https://pager.example.org" };
  for (const subscriptions of [
    [],
    [{ ...pager, SubscriptionArn: "PendingConfirmation" }],
    [{ Protocol: "sqs", SubscriptionArn: "arn:aws:sns:us-east-1:1:topic:1" }],
  ]) {
    const problem = await problemOf(...subscriptions);
    expect(problem).toMatch(/nobody is subscribed[^]*aws sns subscribe .* --protocol email .* <address>/);
    expect(problem).not.toContain("AWS has mailed");
  }
});

test("smoke accepts a confirmed subscription to the alarms by email-json, SMS, HTTPS or a function, like one by email", async () => {
  const sns = mockClient(SNSClient);
  for (const Protocol of ["email-json", "sms", "https", "lambda"]) {
    const Subscriptions = [{ Protocol, SubscriptionArn: "arn:aws:sns:us-east-1:1:topic:1" }];
    sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions });
    expect(
      await findAlarmSubscriptionProblem(new SNSClient({ region: "us-east-1" }), "arn:topic"),
    ).toBeUndefined();
  }
});
