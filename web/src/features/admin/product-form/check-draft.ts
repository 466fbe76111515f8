import * as z from "zod/mini";
import type { ProductInput } from "../../../../../shared/product-input.ts";
import {
  ProductInput as ProductInputSchema,
  Stock,
  variantErrors,
} from "../../../../../shared/product-input.ts";
import { EventInput } from "../../../../../shared/event-input.ts";
import { fieldErrors } from "../../../../../shared/errors.ts";
import { TICKET } from "../../../../../shared/product.ts";
import type { ProductDraft } from "./draft.ts";
import { parsePrice, parseWholeNumber, toInput } from "./draft.ts";
import { skippedTimeMessages, toEventInput } from "./event-draft.ts";

const PRICE_MESSAGE = "Enter a price such as 24.00";
const STOCK_MESSAGE = "Enter a whole number, 0 or more";
const WEIGHT_MESSAGE = "Enter a whole number of grams, such as 250";

const messageFor = (text: string, name: string, wrongFormatMessage: string) =>
  text.trim() === "" ? `${name} is required` : wrongFormatMessage;

/** The message for a stock that cannot be parsed. */
const stockMessage = (text: string): string => messageFor(text, "Stock", STOCK_MESSAGE);

/** The message for a stock that is no number, or is too high; undefined for a stock that can be saved. */
export function stockProblem(text: string): string | undefined {
  const stock = parseWholeNumber(text);
  return stock === undefined ? stockMessage(text) : z.safeParse(Stock, stock).error?.issues[0]?.message;
}

/** The messages for numbers that cannot be parsed, by field. */
function numberProblems(draft: ProductDraft): Record<string, string> {
  const messages: Record<string, string> = {};
  if (parsePrice(draft.price) === undefined)
    messages["price"] = messageFor(draft.price, "Price", PRICE_MESSAGE);
  if (draft.variants.length === 0 && parseWholeNumber(draft.stock) === undefined)
    messages["stock"] = stockMessage(draft.stock);
  if (draft.lowStockBelow.trim() && parseWholeNumber(draft.lowStockBelow) === undefined)
    messages["lowStockBelow"] = STOCK_MESSAGE;
  if (draft.category !== TICKET && draft.grams.trim() !== "" && parseWholeNumber(draft.grams) === undefined)
    messages["grams"] = WEIGHT_MESSAGE;
  draft.variants.forEach(({ stock }, i) => {
    if (parseWholeNumber(stock) === undefined) messages[`variants.${i}.stock`] = stockMessage(stock);
  });
  return messages;
}

/** The messages for the event of a ticket, by field ('event.venue.name'). */
function eventProblems({ category, event }: ProductDraft): Record<string, string> {
  if (category !== TICKET) return {};
  const { error } = z.safeParse(EventInput, toEventInput(event));
  const messages = Object.entries(error ? fieldErrors(error) : {});
  return {
    ...Object.fromEntries(messages.map(([path, message]) => [`event.${path}`, message])),
    ...skippedTimeMessages(event),
  };
}

/**
 * The body of the request for a valid draft, or a message for each wrong field ('variants.2.stock'). `requiresEvent`: whether a
 * product of the ticket category must have an event. Those of older versions of the shop have none; the list of products can still
 * save their stock.
 */
export function checkDraft(
  draft: ProductDraft,
  { requiresEvent = false } = {},
): { input: ProductInput } | { problems: Record<string, string> } {
  const parsed = z.safeParse(ProductInputSchema, toInput(draft));
  const problems = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...numberProblems(draft),
    ...(requiresEvent ? eventProblems(draft) : {}),
    ...variantErrors(draft.variants),
  };
  return parsed.success && Object.keys(problems).length === 0 ? { input: parsed.data } : { problems };
}

/**
 * The messages that remain after fields have changed. A change of 'variants' also removes the messages of paths such as
 * 'variants.2.stock', and of 'stock', because the stocks of variants replace the product's stock.
 */
export function problemsAfterChange(
  problems: Record<string, string>,
  changedFields: readonly string[],
): Record<string, string> {
  const fields = changedFields.includes("variants") ? [...changedFields, "stock"] : changedFields;
  return Object.fromEntries(
    Object.entries(problems).filter(([path]) => !fields.includes(path.split(".")[0] ?? path)),
  );
}
