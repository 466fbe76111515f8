import * as z from "zod/mini";
import { customerFields } from "./customer-fields.ts";
import { Message, OptionalMessage } from "./customer-request.ts";
import type { Endpoint } from "./endpoint.ts";
import { OrderPage } from "./order-page.ts";
import { parseOrderNumber, toOrderNumber } from "./order-number.ts";
import { SHOP_COUNTRY } from "./shop-country.ts";
import { line, optionalLine } from "./text.ts";

const base = { access: "public", handledBy: "order-api", method: "POST" } as const;

const NUMBER_HINT = `Enter the number as in our emails, such as ${toOrderNumber(1042)}`;
const linkFields = { orderId: z.string().check(z.maxLength(64)), token: z.string().check(z.maxLength(64)) };
/** `grant`: proves for an hour that the customer's email address was confirmed. */
const accessFields = { ...linkFields, grant: z.optional(z.string().check(z.maxLength(200))) };
const requestFields = {
  ...accessFields,
  requestId: z.string().check(z.regex(/^[\w-]{8,64}$/, "Not a request id")),
};

/** The fields of the form that finds an order. */
export const FindOrder = z.object({
  email: customerFields.email,
  orderNumber: line("Order number is required", 60).check(
    z.refine((text) => parseOrderNumber(text) !== undefined, NUMBER_HINT),
  ),
});

/**
 * The fields of the form that changes a parcel's address. The server refuses another state than the order's, because
 * shipping and tax depend on the state.
 */
const AddressFields = z.object({
  firstName: customerFields.firstName,
  lastName: customerFields.lastName,
  address: line("Street address is required", 320),
  city: customerFields.city,
  /** Empty in a country whose addresses have no state. */
  state: z._default(optionalLine(100), ""),
  zipCode: line("Postal code is required", 100),
});
export type AddressFields = z.infer<typeof AddressFields>;

const UsAddressFields = z.extend(AddressFields, { zipCode: customerFields.zip });

/** The schema of AddressFields for a country. For other countries than the US, the server also applies countries.ts. */
export const addressFieldsOf = (country: string): typeof AddressFields =>
  country === SHOP_COUNTRY ? UsAddressFields : AddressFields;

/**
 * The endpoints of the customer's order page, and of the form that finds an order. All except `findOrder` need the order's link.
 * Changes, messages to the team and the customer's own data on the page also need a confirmed email address (`grant`), except
 * for a day after the payment.
 */
export const ordersApi = {
  findOrder: {
    ...base,
    path: "/api/orders/find",
    summary: "Mails the link to an order to its customer; the answer is the same if there is no such order",
    status: 202,
    body: FindOrder,
    output: z.object({ requested: z.literal(true) }),
  },
  readOrderPage: {
    ...base,
    path: "/api/orders/read",
    summary: "An order for its customer",
    status: 200,
    body: z.object(accessFields),
    output: OrderPage,
  },
  requestOrderCode: {
    ...base,
    path: "/api/orders/codes",
    summary: "Mails a code to the order's own address. The code confirms the address",
    status: 202,
    body: z.object(linkFields),
    output: z.object({ requested: z.literal(true) }),
  },
  confirmOrderCode: {
    ...base,
    path: "/api/orders/codes/confirm",
    summary: "Exchanges a code for a grant, which is valid for an hour",
    status: 200,
    body: z.object({ ...linkFields, code: z.string().check(z.maxLength(20)) }),
    output: z.object({ grant: z.string() }),
  },
  cancelOwnOrder: {
    ...base,
    path: "/api/orders/cancellation",
    summary: "Cancels an order that is not packed, or asks the team to do it, once for each requestId",
    status: 200,
    body: z.object({ ...requestFields, text: OptionalMessage }),
    output: OrderPage,
  },
  changeAddress: {
    ...base,
    path: "/api/orders/address",
    summary: "Changes name and address of a parcel that is not packed, within its state",
    status: 200,
    body: z.object({ ...requestFields, ...AddressFields.shape }),
    output: OrderPage,
  },
  reportProblem: {
    ...base,
    path: "/api/orders/messages",
    summary: "A message about an order to the team, once for each requestId",
    status: 200,
    body: z.object({ ...requestFields, text: Message }),
    output: OrderPage,
  },
} as const satisfies Record<string, Endpoint>;
