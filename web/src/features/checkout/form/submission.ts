import { lazyModule } from "../../../lazy-module.ts";

async function load() {
  const [
    { checkoutErrors },
    { contentsOf, submitOrder },
    { acceptChanges },
    { FormProblems },
    { ProblemNotice },
    { EndedSales },
    { ShippingAddressSection },
    { LeaveGuard },
    processingOrdersModule,
    finishOrderModule,
    selling,
  ] = await Promise.all([
    import("../../../../../shared/checkout-errors.ts"),
    import("./submit-order.ts"),
    import("./cart-changes.ts"),
    import("./form-problems.tsx"),
    import("./problem-notice.tsx"),
    import("./ended-sales.tsx"),
    import("./shipping-address-section.tsx"),
    import("../../../ui/leave-guard.tsx"),
    import("../processing-orders.ts"),
    import("../finish-order.ts"),
    import("./selling.ts").then(({ loadSelling }) => loadSelling()),
  ]);
  const { forgetProcessing } = processingOrdersModule;
  const { withoutBought } = finishOrderModule;
  return {
    checkoutErrors,
    contentsOf,
    submitOrder,
    acceptChanges,
    FormProblems,
    ProblemNotice,
    EndedSales,
    ShippingAddressSection,
    LeaveGuard,
    forgetProcessing,
    withoutBought,
    selling,
  };
}

/** Code that the form does not need at first. The form is shown before this code is loaded. */
export const submission = lazyModule(load);
export type Submission = Awaited<ReturnType<typeof load>>;
