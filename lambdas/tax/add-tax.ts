import { checkoutMessages } from "../../shared/checkout-messages.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { newFinancialInfo } from "../../shared/order-total.ts";
import { AppError } from "../lib/errors.ts";
import type { PricedOrder } from "../orders/price-order.ts";
import type { CalculatedTax, TaxClient } from "./calculate-tax.ts";
import { calculateTax } from "./calculate-tax.ts";
import { destinationAddress } from "./tax-parts.ts";

type UntaxedOrder = Extract<PricedOrder, { ok: true }>;
/** `calculations` is empty in a stage without tax. */
export type TaxedOrder = UntaxedOrder & Pick<CalculatedTax, "calculations">;

const NO_TAX = { total: 0, lines: [], calculations: [] } satisfies CalculatedTax;

/**
 * Adds the sales tax, which Stripe calculates, to a priced order. `getClient`: undefined in a stage without tax. Throws
 * 409 with the current amounts if the checkout page showed another tax, and the errors of `calculateTax`.
 */
export async function addTax(
  getClient: (() => Promise<TaxClient>) | undefined,
  data: OrderData,
  untaxedOrder: UntaxedOrder,
): Promise<TaxedOrder> {
  const { items, financialInfo, shippingInfo } = untaxedOrder;
  const taxableOrder = {
    lines: items.map(({ category, quantity, priceEach, discount = 0 }) => ({
      category,
      quantity,
      cents: toCents(priceEach) * quantity - toCents(discount),
    })),
    shippingCents: toCents(financialInfo.shipping),
    destination: shippingInfo && data.ship && destinationAddress(data.ship),
  };
  const { total, lines, calculations } = getClient ? await calculateTax(getClient, taxableOrder) : NO_TAX;
  const tax = toDollars(total);
  const taxedInfo = newFinancialInfo({ ...financialInfo, tax });
  if (toCents(data.fin.tax ?? 0) !== total)
    throw new AppError(409, checkoutMessages.cartChanged, {
      reason: "cart_changed",
      // `priceOrder` has checked that the stock is enough for each line. So the quantity stands for the available pieces.
      lines: items.map(({ productId: id, variantId, name: n, priceEach: price, quantity: available }) => ({
        id,
        n,
        price,
        available,
        ...(variantId === undefined ? {} : { v: variantId }),
      })),
      figures: {
        sub: taxedInfo.subtotal,
        disc: taxedInfo.discount ?? 0,
        ship: taxedInfo.shipping,
        tax,
        tot: taxedInfo.total,
      },
    });
  return {
    ...untaxedOrder,
    items: items.map((item, i) => (lines[i] ? { ...item, tax: toDollars(lines[i]) } : item)),
    financialInfo: taxedInfo,
    calculations,
  };
}
