import type { Product } from "../../shared/product.ts";
import { createClient } from "./client.ts";
import { orderData } from "./fixtures.ts";
import { waitUntil } from "./wait-until.ts";

type OrderOptions = { name?: string; email?: string; pay?: boolean; ship?: boolean; quantity?: number };

/** The variant with the largest stock, for which a test file can place many orders. Undefined without variants. */
export const variantWithMostStock = ({ variants = [] }: Product) =>
  variants.toSorted((a, b) => b.stock - a.stock)[0];

/** Places an order through the public API, and pays it unless `pay` is false; returns the order id. */
export async function placeOrder(url: string, product: Product, options: OrderOptions = {}): Promise<string> {
  const {
    name = "Ada Lovelace",
    email = "ada@example.com",
    pay = true,
    ship = false,
    quantity = 1,
  } = options;
  const [firstName = "", ...otherNames] = name.split(" ");
  const variantId = variantWithMostStock(product)?.id;
  const data = orderData([variantId ? [product, quantity, variantId] : [product, quantity]], { ship });
  const shop = createClient({ url });
  const { orderId, sessionId } = (
    await shop.checkout({
      ...data,
      bill: { ...data.bill, fn: firstName, ln: otherNames.join(" "), email },
    })
  ).data;
  if (!pay) return orderId;
  await shop.act(sessionId, "pay");
  await waitUntil(
    `${orderId} is paid`,
    async () => (await shop.verifyPayment(sessionId)).data.paymentStatus === "paid",
  );
  return orderId;
}
