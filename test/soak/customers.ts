import type { CartEntry } from "../support/fixtures.ts";
import { newOrder } from "../support/client.ts";
import type { Context } from "./actors.ts";
import { withRandomCode } from "./discounts.ts";
import type { Random } from "./random.ts";

/** What customers do with a payment page. The numbers are relative frequencies. */
const CUSTOMER_ACTION_WEIGHTS = {
  pay: 70,
  "pay after a decline": 6,
  "pay later": 6,
  cancel: 5,
  "cancel and come back": 3,
  "close the tab": 6,
  "let the page expire": 6,
} as const;

/** The fraction of customers who have a discount code. */
const CODE_PROBABILITY = 0.35;

/** One to three products, one to three pieces of each. */
function randomCart({ stockAdmin }: Context, random: Random): CartEntry[] {
  const products = Array.from({ length: random.int(1, 3) }, () => random.of(stockAdmin.products));
  return [...new Set(products)].map((product): CartEntry => {
    const quantity = random.int(1, 3);
    return product.variants ? [product, quantity, random.of(product.variants).id] : [product, quantity];
  });
}

/** A customer checks out, and pays, cancels, closes the payment page or lets it expire. */
export async function buy(context: Context, random: Random): Promise<void> {
  const { client, purchases, sendWithRetries, actAtStripe, count, discounts } = context;
  const cart = randomCart(context, random);
  let data = newOrder(...cart);
  if (random.chance(CODE_PROBABILITY)) data = await withRandomCode(context, data, random);
  const send = () => sendWithRetries(() => client().checkout(data));
  // A double click, or a second tab.
  let response = random.chance(0.06) ? (await Promise.all([send(), send()]))[0] : await send();
  const isCodeRefused =
    response.status === 409 && ["code_refused", "code_used_up"].includes(response.error.reason ?? "");
  if (data.code !== undefined && isCodeRefused) {
    count("codes: refused at the checkout");
    discounts.dropCode(data.code);
    data = newOrder(...cart);
    response = await send();
  }
  if (response.status === 409) return count("sold out");
  if (response.status >= 500) return count("gave up");
  purchases.push(response.data);
  const { sessionId } = response.data;
  const choice = random.weighted(CUSTOMER_ACTION_WEIGHTS);
  count(`customers: ${choice}`);
  switch (choice) {
    case "close the tab":
      return;
    case "pay":
    case "pay after a decline":
      if (choice === "pay after a decline") actAtStripe(sessionId, "decline");
      actAtStripe(sessionId, "pay");
      // Only some customers keep the success page open, which polls until the order is paid.
      if (random.chance(0.3)) await sendWithRetries(() => client().verifyPayment(sessionId));
      return;
    case "pay later":
      return void actAtStripe(sessionId, "pay-later");
    case "let the page expire":
      return void actAtStripe(sessionId, "expire");
    case "cancel":
    case "cancel and come back": {
      const release = sendWithRetries(() => client().release(sessionId));
      // Some customers pay in another tab at the same moment.
      if (random.chance(0.2)) actAtStripe(sessionId, "pay");
      await release;
      if (choice === "cancel") return;
      const secondResponse = await send();
      if (secondResponse.status !== 200) return;
      purchases.push(secondResponse.data);
      actAtStripe(secondResponse.data.sessionId, "pay");
    }
  }
}
