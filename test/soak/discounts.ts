import { adminApi } from "../../shared/api-admin.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { BodyInput } from "../../shared/endpoint.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Client } from "../support/client.ts";
import type { Context } from "./actors.ts";
import type { Random } from "./random.ts";

/** The number of codes for one use. The customers share one list, so several customers try each code at the same time. */
const ONE_TIME_CODE_COUNT = 300;
/** How often each code with a limit can be used. */
const USES_PER_LIMITED_CODE = 3;
const LIMITED_CODE_COUNT = 40;

/** The kinds of codes that customers use. The numbers are relative frequencies. */
const KIND_WEIGHTS = { percent: 6, amount: 4, limited: 5, "one-time": 5, free: 1 } as const;
type Kind = keyof typeof KIND_WEIGHTS;

/** Adds the discounts of the soak as an admin does. `currentCode(kind)`: the code that customers now try. */
export async function createDiscounts(client: Client) {
  const token = await client.adminToken();
  const create = async (input: Omit<BodyInput<typeof adminApi.createDiscount>, "requestId">) => {
    const body = { requestId: crypto.randomUUID(), ...input };
    return (await client.call(adminApi.createDiscount, { token, body })).data;
  };
  const limitedCodes = Array.from({ length: LIMITED_CODE_COUNT }, (_, i) => `LIMITED-${i}`);
  await create({ code: "PERCENT", percent: 17 });
  await create({ code: "AMOUNT", amount: 4.35 });
  await create({ code: "FREE", percent: 100 });
  for (const [i, code] of limitedCodes.entries())
    await create({
      code,
      limit: USES_PER_LIMITED_CODE,
      ...(i % 2 === 0 ? { percent: 33 } : { amount: 7.77 }),
    });
  const batch = await create({ count: ONE_TIME_CODE_COUNT, percent: 50 });
  const { data } = await client.call(adminApi.listCodes, { token, params: { id: batch.id } });
  const remainingCodes: Record<Kind, string[]> = {
    percent: ["PERCENT"],
    amount: ["AMOUNT"],
    free: ["FREE"],
    limited: limitedCodes,
    "one-time": data.codes.map(({ code }) => code),
  };
  return {
    currentCode: (kind: Kind): string => remainingCodes[kind][0] ?? "",
    /** Removes a code that the shop has refused: customers try the next code of its kind. The last code of a kind stays. */
    dropCode(code: string): void {
      for (const codes of Object.values(remainingCodes))
        if (codes.length > 1 && codes[0] === code) codes.shift();
    },
  };
}
export type Discounts = Awaited<ReturnType<typeof createDiscounts>>;

/**
 * The order with a random code, as the page sends it after it has asked for the discount. If the shop refuses
 * the code, the order without a code. The order has short keys: see order-data.ts.
 */
export async function withRandomCode(
  { client, sendWithRetries, discounts, count }: Context,
  data: OrderData,
  random: Random,
): Promise<OrderData> {
  const kind = random.weighted(KIND_WEIGHTS);
  const code = discounts.currentCode(kind);
  const items = data.items.map(({ id, q }) => ({ id, q }));
  const quote = await sendWithRetries(() =>
    client().call(publicApi.quoteDiscount, { body: { code, items } }),
  );
  if (quote.status !== 200) {
    if (quote.status === 409) discounts.dropCode(code);
    count(`codes: ${kind} refused on the page`);
    return data;
  }
  const { discount } = quote.data;
  count(`codes: ${kind}`);
  const tot = toDollars(toCents(data.fin.tot) - toCents(discount));
  return { ...data, code, fin: { ...data.fin, disc: discount, tot } };
}
