import * as z from "zod/mini";
import type { ProductInput } from "../../../../../shared/product-input.ts";
import { ProductInput as Schema, variantProblems } from "../../../../../shared/product-input.ts";
import { fieldErrors } from "../../../../../shared/errors.ts";
import type { Draft } from "./draft.ts";
import { parsePrice, parseStock, toInput } from "./draft.ts";

const PRICE = "Enter a price such as 24.00";
const STOCK = "Enter a whole number, 0 or more";

/** The messages for numbers that cannot be parsed, by field. */
function numberProblems(draft: Draft): Record<string, string> {
  const required = (text: string, name: string, otherwise: string) =>
    text.trim() === "" ? `${name} is required` : otherwise;
  const found: Record<string, string> = {};
  if (parsePrice(draft.price) === undefined) found["price"] = required(draft.price, "Price", PRICE);
  if (draft.variants.length === 0 && parseStock(draft.stock) === undefined)
    found["stock"] = required(draft.stock, "Stock", STOCK);
  draft.variants.forEach(({ stock }, i) => {
    if (parseStock(stock) === undefined) found[`variants.${i}.stock`] = required(stock, "Stock", STOCK);
  });
  return found;
}

/** The request for a valid draft, or a message for each wrong field ('variants.2.stock'). */
export function checkDraft(draft: Draft): { input: ProductInput } | { problems: Record<string, string> } {
  const parsed = z.safeParse(Schema, toInput(draft));
  const problems = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...numberProblems(draft),
    ...variantProblems(draft.variants),
  };
  return parsed.success && Object.keys(problems).length === 0 ? { input: parsed.data } : { problems };
}
