// `npm run smoke -- --url https://shop.example.org`: tests a deployed shop like a visitor, without paying.
// With `--stage prod` instead of the address, the command also checks with AWS credentials that the alarms
// reach somebody.
import { SNSClient } from "@aws-sdk/client-sns";
import * as z from "zod/mini";
import { publicApi } from "../../shared/api-public.ts";
import { OrderFigures } from "../../shared/errors.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { Product } from "../../shared/product.ts";
import type { Proof } from "../../shared/proof-of-work.ts";
import { findAlarmSubscriptionProblem } from "./alarm-subscription.ts";
import { awsOptions, CommandError, readArguments, runCommand } from "./command.ts";
import { readOutputs } from "./deployed-stack.ts";
import { bestOffer, offersOf, orderOf, type Offer } from "./smoke/offers.ts";
import { solveChallenge } from "./solve-challenge.ts";

const TIMEOUT_MS = 30_000;
const Catalog = z.object({ products: z.array(Product) });
const Session = publicApi.createCheckoutSession.output;
const Refusal = z.object({
  error: z.object({
    message: z.string(),
    challenge: z.optional(z.object({ token: z.string(), bits: z.number() })),
    figures: z.optional(OrderFigures),
  }),
});

/** Whether a page's HTML contains one of the products. */
const showsProduct = (html: string, products: readonly Product[]): boolean =>
  products.some(({ id }) => html.includes(id));

/** The origin of a shop's address. Throws for a text that is not an address of the web. */
function originOf(url: string): string {
  const { protocol = "", origin = "" } = URL.parse(url) ?? {};
  if (protocol === "https:" || protocol === "http:") return origin;
  throw new CommandError(`${url} is not an address such as https://shop.example.org.`);
}

/** The parsed body of an answer. Throws if another application than the shop has answered. */
async function readBody<S extends z.ZodMiniType>(
  subject: string,
  response: Response,
  schema: S,
): Promise<z.output<S>> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = z.safeParse(schema, body);
  if (parsed.success) return parsed.data;
  throw new CommandError(
    `${subject}: this is not the answer of a shop of this version. Is the address right?`,
  );
}

/** The order's current amounts, which a refusal of the checkout may contain; undefined if it has none. */
async function readFigures(refusal: Response): Promise<OrderFigures | undefined> {
  const body: unknown = await refusal.json().catch(() => undefined);
  return z.safeParse(Refusal, body).data?.error.figures;
}

/** Runs all checks, and reports each by `print`. Throws a CommandError that says what does not work. */
export async function runSmokeTest(url: string, print: (line: string) => void): Promise<void> {
  const origin = originOf(url);
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(origin + path, {
      method,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { origin, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const expectStatus = async (subject: string, response: Response, status: number): Promise<Response> => {
    if (response.status === status) return response;
    throw new CommandError(
      `${subject}: status ${response.status} instead of ${status}\n${(await response.text()).slice(0, 500)}`,
    );
  };
  const readAvailable = async ({ product, variantId }: Offer): Promise<number> => {
    const path = publicApi.getProduct.path.replace("{id}", product.id);
    const response = await expectStatus("The product", await send("GET", path), 200);
    const currentProduct = await readBody("The product", response, Product);
    return offersOf(currentProduct).find((offer) => offer.variantId === variantId)?.available ?? 0;
  };

  const catalogResponse = await expectStatus(
    "The catalog",
    await send("GET", publicApi.listProducts.path),
    200,
  );
  const { products } = await readBody("The catalog", catalogResponse, Catalog);
  print(`The catalog has ${products.length} products.`);
  const productsByPage = { "/": products.filter(({ featured }) => featured), "/store": products };
  for (const [path, shownProducts] of Object.entries(productsByPage)) {
    const page = await expectStatus(`The page ${path}`, await send("GET", path), 200);
    // If render-page fails, the edge answers with the page in the bucket, which has no products.
    if (shownProducts.length > 0 && !showsProduct(await page.text(), shownProducts))
      throw new CommandError(`The page ${path} has no products. Read the log of render-page.`);
  }
  print("The pages are served with their products.");
  const checkOut = async (offer: Offer): Promise<Response> => {
    const orderData = orderOf(offer);
    const post = (fin: OrderData["fin"], proof?: Proof) =>
      send("POST", publicApi.createCheckoutSession.path, {
        orderData: { ...orderData, fin },
        ...(proof ? { proof } : {}),
      });
    // In a stage with sales tax, the first answer is 409 with the amounts and the tax. The checkout page then sends these
    // amounts, and so does this test.
    const firstResponse = await post(orderData.fin);
    const figures = firstResponse.status === 409 ? await readFigures(firstResponse.clone()) : undefined;
    const response = figures ? await post(figures) : firstResponse;
    if (response.status !== 429) return response;
    const { challenge } = (await readBody("The checkout", response.clone(), Refusal)).error;
    return challenge ? post(figures ?? orderData.fin, solveChallenge(challenge)) : response;
  };
  const offer = bestOffer(products, Date.now());
  if (!offer) {
    const [unavailableOffer] = products.flatMap(offersOf);
    if (!unavailableOffer)
      throw new CommandError("The shop has no products, so the checkout cannot be tried.");
    await expectStatus("The checkout of what cannot be bought now", await checkOut(unavailableOffer), 409);
    return print(
      "Nothing can be bought now, and the checkout says so. Whether it reaches Stripe was not tried.",
    );
  }
  const session = await expectStatus("The checkout", await checkOut(offer), 200);
  const { sessionId, url: payPage } = await readBody("The checkout", session, Session);
  print(`The checkout holds one ${offer.product.name} and opens ${new URL(payPage).host}.`);
  const releasePath = publicApi.releaseCheckoutSession.path.replace("{sessionId}", sessionId);
  await expectStatus("Leaving the payment page", await send("DELETE", releasePath), 204);
  // The edge may answer for some seconds with the stock as it was during the hold.
  for (let tries = 1; ; tries++) {
    if ((await readAvailable(offer)) >= offer.available) break;
    if (tries === 10)
      throw new CommandError(
        `The ${offer.product.name} is still not for sale, although the payment page was left. A visitor may have bought one ` +
          "in these seconds: try again.",
      );
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  print(
    "The piece is for sale again. Nothing was paid; the back office lists the order if you choose 'Show unpaid checkouts'.",
  );
}

/** Runs the smoke test of a deployed stage. Throws also if nobody gets its alarms. */
export async function testStage(
  { SiteUrl = "", AlarmTopicArn = "" }: Record<string, string>,
  sns: SNSClient,
  print: (line: string) => void,
): Promise<void> {
  const problem = await findAlarmSubscriptionProblem(sns, AlarmTopicArn);
  if (problem) throw new CommandError(problem);
  print("Somebody gets the alarms.");
  await runSmokeTest(SiteUrl, print);
}

if (import.meta.main)
  await runCommand(async () => {
    const { url, stage } = readArguments([], process.argv.slice(2), {
      help: "Tries a deployed shop: pages, catalog, a checkout that is left. Give its address, or its stage.",
      optional: ["url", "stage"],
    });
    if (stage !== undefined)
      await testStage(await readOutputs(stage), new SNSClient(awsOptions), console.log);
    else if (url !== undefined) await runSmokeTest(url, console.log);
    else throw new CommandError("Give --url <address> or --stage <stage>.");
  });
