import fc from "fast-check";
import { shippedOrder } from "../../infra/mail-samples/sample-orders.ts";
import { allocate } from "../../shared/allocate.ts";
import { toDollars } from "../../shared/money.ts";
import type { Order } from "../../shared/order.ts";
import { newFinancialInfo } from "../../shared/order-total.ts";

/** Generates orders with random lines, discount, shipping and tax. */
export const pricedOrders = fc
  .record({
    lines: fc.array(
      fc.record({ cents: fc.integer({ min: 1, max: 20_000 }), quantity: fc.integer({ min: 1, max: 7 }) }),
      { minLength: 1, maxLength: 5 },
    ),
    discountRatio: fc.double({ min: 0, max: 1, noNaN: true }),
    taxRatio: fc.double({ min: 0, max: 0.2, noNaN: true }),
    shippingCents: fc.constantFrom(0, 1_000, 737),
  })
  .map(({ lines, discountRatio, taxRatio, shippingCents }): Order => {
    const grossCents = lines.map(({ cents, quantity }) => cents * quantity);
    const subtotalCents = grossCents.reduce((sum, cents) => sum + cents, 0);
    const discountCents = Math.floor(subtotalCents * discountRatio);
    const lineDiscountCents = allocate(discountCents, grossCents);
    const taxCents = Math.floor((subtotalCents - discountCents + shippingCents) * taxRatio);
    // The last share of the tax is for shipping.
    const netCents = [...grossCents.map((cents, i) => cents - (lineDiscountCents[i] ?? 0)), shippingCents];
    const taxShareCents = allocate(taxCents, netCents);
    return {
      ...shippedOrder,
      items: lines.map(({ cents, quantity }, i) => ({
        productId: `prd_${i}`,
        name: "Tee",
        category: "shirts",
        weight: 1,
        priceEach: toDollars(cents),
        quantity,
        discount: toDollars(lineDiscountCents[i] ?? 0),
        tax: toDollars(taxShareCents[i] ?? 0),
      })),
      financialInfo: newFinancialInfo({
        subtotal: toDollars(subtotalCents),
        discount: toDollars(discountCents),
        shipping: toDollars(shippingCents),
        tax: toDollars(taxCents),
      }),
      refunds: [],
    };
  });
