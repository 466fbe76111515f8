import { type AddressFields, addressFieldsOf, type ordersApi } from "../../shared/api-orders.ts";
import { addressErrors } from "../../shared/countries.ts";
import type { Body } from "../../shared/endpoint.ts";
import { fieldErrors } from "../../shared/errors.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import type { OrderPage } from "../../shared/order-page.ts";
import { customerName } from "../../shared/order-summary.ts";
import { cityLine } from "../../shared/postal-address.ts";
import { SHOP_COUNTRY } from "../../shared/shop-country.ts";
import { stateCodeOf } from "../../shared/us-states.ts";
import { conflict, invalid } from "../lib/errors.ts";
import { applyChange } from "../orders/apply-change.ts";
import type { Actor, Change } from "../orders/change.ts";
import { withHistory } from "../orders/change.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { addRequest, addressRefusal, hasRequest } from "./customer-rules.ts";
import type { PageSettings } from "./read-order-page.ts";
import { requireOrderWithFullAccess, toOrderPage } from "./read-order-page.ts";
import { isZipOfState } from "./zip-codes.ts";

const addressLine = ({ address, city, state, zipCode, ...name }: AddressFields): string =>
  [customerName(name), address, cityLine({ city, state, zip: zipCode })].join(", ");

/** The two-letter code of a state that is written as its code or its name; another text as it is, trimmed. */
const stateCode = (state: string): string => stateCodeOf(state) ?? state.trim();

/** Throws 400 for an invalid field, and for a postal code that the country or, in the US, the state does not have. */
function checkAddress(
  { country, state }: { country: string; state: string },
  enteredAddress: AddressFields,
): void {
  const { error } = addressFieldsOf(country).safeParse(enteredAddress);
  if (error) throw invalid(fieldErrors(error));
  const { zipCode: zip } = enteredAddress;
  const zipError = country === SHOP_COUNTRY ? undefined : addressErrors(country, { state, zip }).zip;
  if (zipError !== undefined) throw invalid({ zipCode: zipError });
  if (country === SHOP_COUNTRY && !isZipOfState(zip, stateCode(state)))
    throw invalid({ zipCode: orderPageMessages.zipOfOtherState });
}

/**
 * Pure: changes the customer's name and the shipping address. The state stays, because shipping and tax depend on it.
 * Undefined for a repeated request. Throws 400, naming the field, if the state differs, a field is invalid, or the ZIP code
 * does not belong to the state or country; 409 if the order cannot be changed any more, has nothing to deliver, has too many
 * requests, or has this address already.
 */
function withNewAddress(
  order: StoredOrder,
  { requestId, ...enteredAddress }: AddressFields & { requestId: string },
  actor: Actor,
): Change | undefined {
  if (hasRequest(order, requestId)) return undefined;
  const refusal = addressRefusal(order);
  if (refusal) throw conflict(refusal);
  const { billingInfo, shippingInfo } = order;
  if (!billingInfo || !shippingInfo) throw conflict(orderPageMessages.noDelivery);
  if (stateCode(enteredAddress.state) !== stateCode(shippingInfo.state))
    throw invalid({ state: orderPageMessages.otherState });
  checkAddress(shippingInfo, enteredAddress);
  const { firstName, lastName, address, city, zipCode } = enteredAddress;
  const [from, to] = [
    addressLine({ ...shippingInfo, firstName: billingInfo.firstName, lastName: billingInfo.lastName }),
    addressLine({ ...enteredAddress, state: shippingInfo.state }),
  ];
  if (from === to) throw conflict(orderPageMessages.sameAddress);
  const contact = {
    billingInfo: { ...billingInfo, firstName, lastName },
    shippingInfo: { ...shippingInfo, address, city, zipCode },
  };
  const at = actor.now.toISOString();
  const change = addRequest(
    withHistory({ ...order, ...contact }, actor, { what: "address changed", from, to }),
    { requestId, kind: "address", at, text: `From: ${from}\nTo: ${to}`, state: "accepted" },
    actor,
  );
  return {
    ...change,
    events: [
      ...change.events,
      { type: "OrderContact", ...contact, marketingConsent: order.marketingConsent },
    ],
  };
}

/**
 * Changes the name and the shipping address of an order, and publishes them. Throws 400 and 409 as `withNewAddress`; 403 and
 * 404 as `requireOrderWithFullAccess`; 503 as `applyChange`.
 */
export async function changeAddress(
  { orderId, token, grant, ...addressChange }: Body<typeof ordersApi.changeAddress>,
  settings: PageSettings,
  now: Date,
): Promise<OrderPage> {
  const initialOrder = await requireOrderWithFullAccess({ orderId, token, grant }, settings, now);
  const changedOrder = await applyChange(
    orderId,
    (order) => withNewAddress(order, addressChange, { by: "customer", now }),
    {
      now,
      initialOrder,
    },
  );
  return toOrderPage(changedOrder, true, settings, now);
}
