import { lazyModule } from "../../../lazy-module.ts";

async function load() {
  const [
    { checkoutErrors },
    { contentsOf, submitOrder },
    { acceptChanges },
    { FormProblems },
    { EndedSales },
    orders,
    cart,
    { DiscountField },
    { hasDiscounts },
  ] = await Promise.all([
    import("../../../../../shared/checkout-errors.ts"),
    import("./submit-order.ts"),
    import("./cart-changes.ts"),
    import("./form-problems.tsx"),
    import("./ended-sales.tsx"),
    import("../processing-orders.ts"),
    import("../finish-order.ts"),
    import("./discount-field.tsx"),
    import("./discounts-on.ts"),
  ]);
  const isDiscountsOn = await hasDiscounts();
  const { forgetProcessing } = orders;
  const { withoutBought } = cart;
  return {
    checkoutErrors,
    contentsOf,
    submitOrder,
    acceptChanges,
    FormProblems,
    EndedSales,
    /** Absent in a stage without discount codes. */
    ...(isDiscountsOn ? { DiscountField } : {}),
    forgetProcessing,
    withoutBought,
  };
}

/** Code that the form does not need at first. The form is shown before this code is loaded. */
export const submission = lazyModule(load);
export type Submission = Awaited<ReturnType<typeof load>>;
