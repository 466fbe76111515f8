import { lazyModule } from "../../../lazy-module.ts";

async function loadFormCode() {
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
    stage,
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
    import("./stage-checkout.ts").then(({ loadStageCheckout }) => loadStageCheckout()),
  ]);
  const { forgetProcessingOrders } = processingOrdersModule;
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
    forgetProcessingOrders,
    withoutBought,
    stage,
  };
}

/** Code that the form does not need at first. The form is shown before this code is loaded. */
export const deferredFormCode = lazyModule(loadFormCode);
export type DeferredFormCode = Awaited<ReturnType<typeof loadFormCode>>;
