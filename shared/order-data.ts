import * as z from "zod/mini";
import { customerFields } from "./customer-fields.ts";
import { apiMessages } from "./api-messages.ts";
import { ProductId } from "./product-id.ts";
import { SHIPPING_METHOD } from "./shipping-rates.ts";
import { SHOP_COUNTRY } from "./shop-country.ts";
import { line, optionalLine } from "./text.ts";
import { usStateRule } from "./us-states.ts";

/** Codes of states are stored in capitals. */
const upperCaseStateCode = () =>
  z.overwrite((text: string) => (/^[a-z]{2,3}$/i.test(text) ? text.toUpperCase() : text));
const twoLetters = z.regex(/^([A-Za-z]{2})?$/, "State must be 2 characters");
const Country = z.string().check(z.regex(/^[A-Z]{2}$/, "Country must be a code of two letters"));

const UsState = z.string().check(twoLetters, usStateRule());
/**
 * The rules of an address in the US, checked even if other fields are invalid. Rules of other countries depend on the
 * stage's settings: see countries.ts.
 */
const usAddressRules = (fields: Record<string, z.core.$ZodType>) =>
  z.check<{ country?: unknown }>(
    ({ value, issues }) => {
      if (!z.safeParse(UsAddress, value).success) return;
      for (const [name, schema] of Object.entries(fields)) {
        const { error } = z.safeParse(schema, Reflect.get(value, name));
        for (const { message } of error?.issues.slice(0, 1) ?? [])
          issues.push({ code: "custom", input: value, path: [name], message });
      }
    },
    { when: () => true },
  );
/** Without a country, an address is in the US. */
const UsAddress = z.looseObject({ country: z._default(z.literal(SHOP_COUNTRY), SHOP_COUNTRY) });
/** In dollars. */
const Money = z.number().check(z.gte(0), z.lte(10_000_000));

/** `v`: the variant's id. `n`: name. `p`: price of one piece. `q`: quantity. `s`: size. `c`: color. `cat`: category. */
const Item = z.object({
  id: ProductId,
  v: z.optional(z.string().check(z.regex(/^[\w-]{1,60}$/, "Unknown variant"))),
  n: z.string().check(z.maxLength(200)),
  p: Money,
  q: z
    .int("Quantity must be a whole number")
    .check(z.gte(1, "Quantity must be at least 1"), z.lte(99, "Quantity must be at most 99")),
  s: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  c: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
  cat: z._default(z.string().check(z.maxLength(60)), "merchandise"),
});

const TextOrEmpty = z.catch(z.string(), "");
/** An order to ship. Its other fields may be invalid, so that the response contains the errors of all fields. */
const ShippedOrder = z.object({
  ship: z.looseObject({}),
  bill: z.object({
    addr: TextOrEmpty,
    city: TextOrEmpty,
    state: TextOrEmpty,
    country: z.catch(z._default(z.string(), SHOP_COUNTRY), SHOP_COUNTRY),
  }),
});

/** Requires a part of the billing address if the order is shipped. */
const requiredToShip = (field: "addr" | "city" | "state", error: string) =>
  z.refine<unknown>(
    (order) => {
      const { success, data } = z.safeParse(ShippedOrder, order);
      const isOptional = field === "state" && data?.bill.country !== SHOP_COUNTRY;
      return !success || isOptional || data.bill[field].trim() !== "";
    },
    { error, path: ["bill", field], when: () => true },
  );

/**
 * The order that the page sends, with short keys. The server compares these prices (in dollars) with the
 * shop's own prices, and charges the shop's own. `ship` is absent if the customer picks the order up or has
 * only tickets; then only the ZIP code of the billing address is needed.
 */
export const OrderData = z
  .object({
    /** The id of the checkout attempt. The shop gives the order an id of its own. */
    oId: z.uuid("Must be a UUID"),
    /** `cId` and `date` are not used. */
    cId: z.optional(z.string().check(z.maxLength(80))),
    date: z.optional(z.string().check(z.maxLength(40))),
    /** Unused. A value that is not a number becomes 1, because a deeply nested value could exhaust the server. */
    status: z.optional(z.catch(z.number(), 1)),
    bill: z
      .object({
        /** `fn` and `ln`: first and last name. `co`: company. */
        fn: customerFields.firstName,
        ln: customerFields.lastName,
        co: z.optional(z.nullable(optionalLine(100))),
        addr: z._default(optionalLine(320), ""),
        city: z._default(optionalLine(100), ""),
        state: z._default(optionalLine(100).check(upperCaseStateCode()), ""),
        zip: line("ZIP code is required", 100),
        country: z._default(Country, SHOP_COUNTRY),
        phone: line("Phone number is required", 100),
        email: customerFields.email,
      })
      .check(
        usAddressRules({
          state: z._default(UsState, ""),
          zip: customerFields.zip,
          phone: customerFields.phone,
        }),
      ),
    ship: z.optional(
      z
        .object({
          addr: line("Street address is required", 320),
          city: customerFields.city,
          state: z._default(optionalLine(100).check(upperCaseStateCode()), ""),
          country: z._default(Country, SHOP_COUNTRY),
          zip: line("ZIP code is required", 100),
          method: z._default(z.literal(SHIPPING_METHOD), SHIPPING_METHOD),
          cost: Money,
        })
        .check(
          usAddressRules({
            state: line("State is required", 40).check(twoLetters, usStateRule()),
            zip: customerFields.zip,
          }),
        ),
    ),
    items: z.array(Item).check(z.minLength(1, apiMessages.cartEmpty), z.maxLength(40, "At most 40 lines")),
    /** The discount code that the customer entered; `fin.disc` is what the code takes off. */
    code: z.optional(z.string().check(z.maxLength(60))),
    /** `tax` is absent in a stage without tax. */
    fin: z.object({
      sub: Money,
      disc: z.optional(Money),
      ship: Money,
      tax: z.optional(Money),
      tot: Money,
    }),
    /** Whether the customer wants the newsletter. */
    updates: z.optional(z.boolean()),
  })
  .check(
    requiredToShip("addr", "Street address is required"),
    requiredToShip("city", "City is required"),
    requiredToShip("state", "State is required"),
  );
export type OrderData = z.infer<typeof OrderData>;
