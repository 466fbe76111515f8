import type { SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import { needsShipping } from "../../../../../shared/cart.ts";
import { checkoutErrors } from "../../../../../shared/checkout-form.ts";
import { messages } from "../../../../../shared/messages.ts";
import { cartFigures } from "../../../../../shared/order-data.ts";
import { useCart } from "../../../cart/cart-context.tsx";
import { LeaveGuard } from "../../../ui/leave-guard.tsx";
import { notify } from "../../../ui/notify.ts";
import { acceptChanges, changesOf } from "./cart-changes.ts";
import { ChangedCart } from "./changed-cart.tsx";
import styles from "./checkout.module.css";
import { ErrorSummary } from "./error-summary.tsx";
import { fieldOrder } from "./fields.ts";
import { BillingSection, ContactSection, ShippingSection } from "./form-sections.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { SubmitSection } from "./submit-section.tsx";
import { useCheckoutForm } from "./use-checkout-form.ts";
import { currentProducts, useSubmit } from "./use-submit.ts";

/** The checkout of a cart that is not empty: order summary and form. */
export function Checkout({ lines }: { lines: readonly CartLine[] }) {
  const { replace } = useCart();
  const { form, errors, dirty, edit, setErrors, markSent } = useCheckoutForm();
  const { busy, problem, submit, clearProblem } = useSubmit(lines);
  const [accepting, setAccepting] = useState(false);
  const [accepted, setAccepted] = useState(false);
  const figures = cartFigures(lines, form.shipMerchandise);

  // After each submit the errors get the focus, once they are rendered.
  const [submits, setSubmits] = useState(0);
  const errorRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submits > 0) errorRef.current?.focus();
  }, [submits]);
  const submitButton = useRef<HTMLButtonElement>(null);

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setAccepted(false);
    const invalid = checkoutErrors(form, lines.length);
    setErrors(invalid);
    if (Object.keys(invalid).length > 0) return setSubmits(submits + 1);
    markSent();
    const result = await submit(form);
    if (result?.kind === "failed") setErrors(result.fields);
    setSubmits(submits + 1);
  };
  const onAccept = async () => {
    if (problem?.kind !== "changed" || accepting) return;
    setAccepting(true);
    const products = await currentProducts();
    setAccepting(false);
    clearProblem();
    let linesLeft = 0;
    // From the cart as it is now: another tab may have changed it.
    replace((now) => {
      const next = acceptChanges(now, problem.lines, products);
      linesLeft = next.length;
      return next;
    });
    setAccepted(true);
    if (linesLeft === 0) notify.info(messages.everythingGone);
    submitButton.current?.focus();
  };

  const controls = { form, errors, edit, busy };
  return (
    <div className={styles.columns}>
      <LeaveGuard
        when={dirty && !busy}
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
              now: cartFigures(acceptChanges(lines, problem.lines, []), form.shipMerchandise).tot,
            }}
            accepting={accepting}
            onAccept={onAccept}
          />
        )}
        <ContactSection {...controls} />
        <BillingSection {...controls} />
        {needsShipping(lines) && <ShippingSection {...controls} />}
        <SubmitSection
          ref={submitButton}
          total={figures.tot}
          busy={busy}
          problem={problem}
          accepted={accepted}
          cartError={errors["cart"]}
        />
      </form>
    </div>
  );
}
