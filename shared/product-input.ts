import * as z from "zod/mini";
import { apiMessages } from "./api-messages.ts";
import { EventInput } from "./event-input.ts";
import { namedDollars } from "./money.ts";
import { ProductState, TICKET } from "./product.ts";
import { RequestId } from "./request-id.ts";
import { atMostCharacters, line, optionalLine, printableText } from "./text.ts";

/** The largest stock of a product, all variants together. */
const MAX_STOCK = 1_000_000;
/** The highest threshold of a low stock. */
const MAX_LOW_STOCK = 100_000;
const LOW_STOCK_TOO_HIGH = `The warning limit must be at most ${MAX_LOW_STOCK.toLocaleString("en-US")}`;
const STOCK_TOO_HIGH = `A product may have at most ${MAX_STOCK.toLocaleString("en-US")} in stock, all variants together`;
export const MAX_VARIANTS = 40;
export const TOO_MANY_VARIANTS = `At most ${MAX_VARIANTS} variants`;
/** Whether `name` is an inherited property such as 'constructor', which every object has. */
const isReserved = (name: string): boolean => name in {};

/** The stock of a product or of a variant. */
export const Stock = z
  .int("Stock must be a whole number")
  .check(z.nonnegative("Stock must not be negative"), z.lte(MAX_STOCK, STOCK_TOO_HIGH));
const Label = optionalLine(40);

/** A variant as the admin entered it. A new variant has no id. */
const VariantInput = z.object({
  id: z.optional(
    z.string().check(
      z.regex(/^[\w-]{1,40}$/, "Not a variant's id"),
      z.refine((id) => !isReserved(id), "Not a variant's id"),
    ),
  ),
  size: z.optional(Label),
  color: z.optional(Label),
  stock: Stock,
});

/** The fields of the product form. `price` is in dollars. For a product with variants, `stock` is ignored. */
const fields = {
  /** Default: a new product is active, and a changed product keeps its state. */
  state: z.optional(ProductState),
  name: line("Name is required", 120),
  description: z
    .string("Description is required")
    .check(z.trim(), z.minLength(1, "Description is required"), atMostCharacters(4000), ...printableText()),
  price: namedDollars("Price"),
  // The analytics use the category as a key of an object, so it must not be the name of an inherited property.
  category: line("Category is required", 40).check(
    z.refine((category) => !isReserved(category), "Please choose another name"),
  ),
  stock: Stock,
  lowStockBelow: z.optional(
    z
      .int("The warning limit must be a whole number")
      .check(
        z.nonnegative("The warning limit must not be negative"),
        z.lte(MAX_LOW_STOCK, LOW_STOCK_TOO_HIGH),
      ),
  ),
  featured: z._default(z.boolean(), false),
  imageUrls: z
    .array(
      z.string().check(z.maxLength(300), z.regex(/^\/media\/products\/[\w.-]+$/, "Not one of our pictures")),
    )
    .check(z.minLength(1, apiMessages.imageRequired), z.maxLength(20, "At most 20 images")),
  imageColors: z.optional(z.record(z.string().check(z.maxLength(300)), line("A color is empty", 40))),
  details: z._default(
    z.array(line("A detail is empty", 300)).check(z.maxLength(30, "At most 30 details")),
    [],
  ),
  size: z.optional(Label),
  color: z.optional(Label),
  grams: z.optional(
    z
      .int("Weight must be a whole number of grams")
      .check(
        z.gte(1, "Weight must be at least 1 gram"),
        z.lte(100_000, "Weight must be at most 100,000 grams"),
      ),
  ),
  variants: z.optional(z.array(VariantInput).check(z.maxLength(MAX_VARIANTS, TOO_MANY_VARIANTS))),
  event: z.optional(EventInput),
};

type Labels = { size?: string | undefined; color?: string | undefined };

/**
 * A normalized label. Labels that customers cannot tell apart, such as 'Red' and 'red ', have the same
 * normalized label.
 */
export const comparableLabel = (label: string): string =>
  label.trim().replace(/\s+/g, " ").normalize("NFC").toLowerCase();

/**
 * Errors, by path ('variants.2.size'): for a variant without size and color, for a variant that is equal to
 * another, and for a size or color that an earlier variant spells in another way.
 */
export function variantErrors(variants: readonly Labels[]): Record<string, string> {
  const earlierKeys = new Set<string>();
  const spellings = { size: new Map<string, string>(), color: new Map<string, string>() };
  const errors: Record<string, string> = {};
  variants.forEach(({ size = "", color = "" }, i) => {
    const variantKey = JSON.stringify([comparableLabel(size), comparableLabel(color)]);
    if (!size.trim() && !color.trim()) errors[`variants.${i}.size`] = "Size or color is required";
    else if (earlierKeys.has(variantKey))
      errors[`variants.${i}.size`] = "There is a variant like this already";
    else
      for (const [name, text] of [
        ["size", size.trim()],
        ["color", color.trim()],
      ] as const) {
        const firstSpelling = spellings[name].get(comparableLabel(text)) ?? text;
        spellings[name].set(comparableLabel(text), firstSpelling);
        if (firstSpelling !== text)
          errors[`variants.${i}.${name}`] = `Given twice: write "${firstSpelling}" in all variants`;
      }
    earlierKeys.add(variantKey);
  });
  return errors;
}

type StockFields = {
  stock: number;
  variants?: readonly (Labels & { stock: number; id?: string | undefined })[] | undefined;
};

type ImageFields = {
  imageUrls: readonly string[];
  imageColors?: Readonly<Record<string, string>> | undefined;
  variants?: readonly Labels[] | undefined;
};

/** Each key must be the URL of one of the product's pictures, and each value the color of one of its variants. */
const imageColorRules = () =>
  z.check<ImageFields>(({ value: { imageUrls, imageColors = {}, variants = [] }, issues, value }) => {
    const colors = new Set(variants.map(({ color }) => color));
    for (const [url, color] of Object.entries(imageColors))
      if (!imageUrls.includes(url) || !colors.has(color))
        issues.push({
          code: "custom",
          input: value,
          path: ["imageColors"],
          message: apiMessages.imageColorUnknown,
        });
  });

/** The rules that compare the variants of a product with each other. */
const variantRules = () =>
  z.check<StockFields>(({ value: { variants = [] }, issues, value }) => {
    const addIssue = (path: (string | number)[], message: string) =>
      issues.push({ code: "custom", input: value, path, message });
    for (const [path, message] of Object.entries(variantErrors(variants))) addIssue(path.split("."), message);
    const ids = variants.flatMap(({ id }) => (id === undefined ? [] : [id]));
    if (new Set(ids).size < ids.length) addIssue(["variants"], "Variants must differ");
    if (variants.reduce((sum, { stock }) => sum + stock, 0) > MAX_STOCK)
      addIssue(["variants"], STOCK_TOO_HIGH);
  });

const eventRule = () =>
  z.refine<{ category: string; event?: unknown }>(
    ({ category, event }) => category === TICKET || event === undefined,
    { error: apiMessages.eventWithoutTicket, path: ["event"] },
  );

export const ProductInput = z.object(fields).check(variantRules(), imageColorRules(), eventRule());
export type ProductInput = z.infer<typeof ProductInput>;

/** A product to add, once for each `requestId`. */
export const NewProduct = z
  .object({ ...fields, requestId: z.optional(RequestId) })
  .check(variantRules(), imageColorRules(), eventRule());
export type NewProduct = z.infer<typeof NewProduct>;

/**
 * A changed product. `version` and `stockWas` are the version and the stock that the form showed when it was opened. For a
 * product with variants, `stockWas` has the stock of each variant by the variant's id.
 */
export const ProductChange = z
  .object({ ...fields, version: z.int(), stockWas: z.union([z.int(), z.record(z.string(), z.int())]) })
  .check(variantRules(), imageColorRules(), eventRule());
export type ProductChange = z.infer<typeof ProductChange>;

/** A new state for the product that was read at `version`. */
export const StateChange = z.object({ state: ProductState, version: z.int() });
export type StateChange = z.infer<typeof StateChange>;
