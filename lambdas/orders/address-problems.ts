/** Pure: the rules of an order's addresses that depend on the stage's countries. */
import { addressErrors, foreignPhoneError } from "../../shared/countries.ts";
import { countryName } from "../../shared/country-codes.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { SHOP_COUNTRY } from "../../shared/shop-country.ts";
import type { ShippingSettings } from "../../shared/shipping-settings.ts";

/**
 * Errors by field of the order ('orderData.ship.zip'). Goods are shipped only to countries of the settings. The billing
 * address is in one of these countries or in the US. Addresses in the US were checked by the schema of the order.
 */
export function addressProblems(
  { bill, ship }: Pick<OrderData, "bill" | "ship">,
  { countries }: ShippingSettings,
): Record<string, string> {
  const problems: Record<string, string> = {};
  const addProblem = (path: string, message: string | undefined) => {
    if (message !== undefined) problems[`orderData.${path}`] ??= message;
  };
  const isShippedTo = (country: string) => Object.hasOwn(countries, country);
  if (ship && !isShippedTo(ship.country))
    addProblem("ship.country", `We do not ship to ${countryName(ship.country)}`);
  if (!isShippedTo(bill.country) && bill.country !== SHOP_COUNTRY)
    addProblem("bill.country", `We take no orders from ${countryName(bill.country)}`);
  if (bill.country !== SHOP_COUNTRY) {
    const { state, zip } = addressErrors(bill.country, bill);
    // The billing address of an order without shipping needs no state.
    if (ship) addProblem("bill.state", state);
    addProblem("bill.zip", zip);
    addProblem("bill.phone", foreignPhoneError(bill.phone));
  }
  if (ship && ship.country !== SHOP_COUNTRY)
    for (const [field, message] of Object.entries(addressErrors(ship.country, ship)))
      addProblem(`ship.${field}`, message);
  return problems;
}
