// The code that the form does not need at first, in one chunk. Separate chunks would need more requests.
export { checkoutErrors } from "../../../../../shared/checkout-errors.ts";
export { LeaveGuard } from "../../../ui/leave-guard.tsx";
export { withoutBought } from "../finish-order.ts";
export { forgetProcessingOrders } from "../processing-orders.ts";
export { acceptChanges } from "./cart-changes.ts";
export { SalesEndedNotice } from "./sales-ended-notice.tsx";
export { FormProblems } from "./form-problems.tsx";
export { ProblemNotice } from "./problem-notice.tsx";
export { ShippingAddressSection } from "./shipping-address-section.tsx";
export { loadStageCheckout } from "./stage-checkout.ts";
export { UsStateField } from "./us-state-field.tsx";
export { contentsOf, submitOrder } from "./submit-order.ts";
