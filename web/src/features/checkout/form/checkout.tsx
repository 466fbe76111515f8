import type { SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import { askedParts, checkoutErrors } from "../../../../../shared/checkout-form.ts";
import { messages } from "../../../../../shared/messages.ts";
import { cartFigures } from "../../../../../shared/order-data.ts";
import { useCart } from "../../../cart/cart-context.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { notify } from "../../../ui/notify.ts";
import { withoutBought } from "../finish-order.ts";
import { forgetProcessing } from "../processing-orders.ts";
import { AlreadyOrdered } from "./already-ordered.tsx";
import { acceptChanges, changesOf } from "./cart-changes.ts";
import { ChangedCart } from "./changed-cart.tsx";
import styles from "./checkout.module.css";
import { ErrorSummary } from "./error-summary.tsx";
import { fieldOrder } from "./fields.ts";
import { DeliverySection } from "./delivery-section.tsx";
import { BillingSection, ContactSection, ShippingAddressSection } from "./form-sections.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { SubmitSection } from "./submit-section.tsx";
import { useCheckoutForm } from "./use-checkout-form.ts";
import { loadCurrentProducts, useSubmit } from "./use-submit.ts";

/** The order summary and the form, for a cart that is not empty. */
export function Checkout({ lines }: { lines: readonly CartLine[] }) {
  const { replace } = useCart();
  const { form, errors, isDirty, edit, setErrors, markSent } = useCheckoutForm();
  const { isSending, problem, submit, clearProblem } = useSubmit(lines);
  const [isAccepting, setIsAccepting] = useState(false);
  const [hasAcceptedChanges, setHasAcceptedChanges] = useState(false);
  const asked = askedParts(form, lines);
  const isShipped = form.shipMerchandise === true;
  const figures = cartFigures(lines, isShipped);

  // Each submit increases the count, so that the effect focuses the errors after they are rendered.
  const [submitCount, setSubmitCount] = useState(0);
  const errorRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submitCount > 0) errorRef.current?.focus();
  }, [submitCount]);
  /** Whether the visitor wants to order again what is ordered already. */
  const wantsAgain = useRef(false);
  const submitButton = useRef<HTMLButtonElement>(null);

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    setHasAcceptedChanges(false);
    const newErrors = checkoutErrors(form, lines);
    setErrors(newErrors);
    if (Object.keys(newErrors).length > 0) return setSubmitCount(submitCount + 1);
    await send();
  };
  const send = async () => {
    markSent();
    const result = await submit(form, wantsAgain.current);
    if (result?.kind === "failed") setErrors(result.fields);
    setSubmitCount((count) => count + 1);
  };
  const orderedBefore = problem?.kind === "ordered" ? problem.orders : [];
  const onTakeOut = () => {
    const items = orderedBefore.flatMap((order) => order.items);
    // The stored items of a paid order are no longer needed.
    forgetProcessing(orderedBefore.filter(({ isPaid }) => isPaid).map(({ sessionId }) => sessionId));
    clearProblem();
    replace((currentLines) => withoutBought(currentLines, items));
    setHasAcceptedChanges(true);
    submitButton.current?.focus();
  };
  const onOrderAgain = () => {
    wantsAgain.current = true;
    void send();
  };
  const onAccept = async () => {
    if (problem?.kind !== "changed" || isAccepting) return;
    setIsAccepting(true);
    const products = await loadCurrentProducts();
    setIsAccepting(false);
    clearProblem();
    let remainingLineCount = 0;
    // Change the current cart instead of `lines`, because another tab may have changed the cart.
    replace((currentLines) => {
      const newLines = acceptChanges(currentLines, problem.lines, products);
      remainingLineCount = newLines.length;
      return newLines;
    });
    setHasAcceptedChanges(true);
    if (remainingLineCount === 0) notify.info(messages.everythingGone);
    submitButton.current?.focus();
  };

  const controls = { form, errors, edit, isSending };
  return (
    <div className={styles.columns}>
      <LeaveGuard
        when={isDirty && !isSending}
        title="Leave checkout?"
        note="Your order is not placed yet. Your cart, and what you typed, stay in this tab until you close it."
      />
      <div className={styles.aside}>
        <OrderSummary lines={lines} figures={figures} />
      </div>
      <form noValidate onSubmit={onSubmit} aria-labelledby="checkout-form" className={styles.form}>
        <div>
          <h2 id="checkout-form" className={styles.title}>
            Billing & Payment Details
          </h2>
          <p className={styles.required}>All fields are required unless marked optional.</p>
        </div>
        {fieldOrder.some((field) => errors[field]) && <ErrorSummary ref={errorRef} errors={errors} />}
        {problem?.kind === "changed" && (
          <ChangedCart
            ref={errorRef}
            changes={changesOf(lines, problem.lines)}
            total={{
              was: figures.tot,
              now: cartFigures(acceptChanges(lines, problem.lines, []), isShipped).tot,
            }}
            isAccepting={isAccepting}
            onAccept={onAccept}
          />
        )}
        {problem?.kind === "ordered" && (
          <AlreadyOrdered
            ref={errorRef}
            orders={problem.orders}
            onTakeOut={onTakeOut}
            onOrderAgain={onOrderAgain}
          />
        )}
        <ContactSection {...controls} />
        {asked.delivery && <DeliverySection {...controls} />}
        <BillingSection {...controls} hasAddress={asked.billingAddress} />
        {asked.shippingAddress && <ShippingAddressSection {...controls} />}
        <SubmitSection
          ref={submitButton}
          total={figures.tot}
          isSending={isSending}
          problem={problem}
          hasAcceptedChanges={hasAcceptedChanges}
          cartError={errors["cart"]}
        />
      </form>
    </div>
  );
}
