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
    shipping: fc.constantFrom(0, 1_000, 737),
  })
  .map(({ lines, discountRatio, taxRatio, shipping }): Order => {
    const grossCents = lines.map(({ cents, quantity }) => cents * quantity);
    const subtotal = grossCents.reduce((sum, cents) => sum + cents, 0);
    const discount = Math.floor(subtotal * discountRatio);
    const discounts = allocate(discount, grossCents);
    const tax = Math.floor((subtotal - discount + shipping) * taxRatio);
    const paidCents = [...grossCents.map((cents, i) => cents - (discounts[i] ?? 0)), shipping];
    const taxes = allocate(tax, paidCents);
    return {
      ...shippedOrder,
      items: lines.map(({ cents, quantity }, i) => ({
        productId: `prd_${i}`,
        name: "Tee",
        category: "shirts",
        weight: 1,
        priceEach: toDollars(cents),
        quantity,
        discount: toDollars(discounts[i] ?? 0),
        tax: toDollars(taxes[i] ?? 0),
      })),
      financialInfo: newFinancialInfo({
        subtotal: toDollars(subtotal),
        discount: toDollars(discount),
        shipping: toDollars(shipping),
        tax: toDollars(tax),
      }),
      refunds: [],
    };
  });
