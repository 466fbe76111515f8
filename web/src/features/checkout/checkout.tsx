import type { SubmitEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { CartLine } from "../../../../shared/cart.ts";
import { needsShipping } from "../../../../shared/cart.ts";
import { checkoutErrors } from "../../../../shared/checkout-form.ts";
import { messages } from "../../../../shared/messages.ts";
import { cartFigures } from "../../../../shared/order-data.ts";
import { useCart } from "../../cart/cart-context.tsx";
import { notify } from "../../ui/notify.ts";
import { acceptChanges, changesOf } from "./cart-changes.ts";
import { ChangedCart } from "./changed-cart.tsx";
import styles from "./checkout.module.css";
import { ErrorSummary } from "./error-summary.tsx";
import { fieldOrder } from "./fields.ts";
import { BillingSection, ContactSection, ShippingSection } from "./form-sections.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { Purchase } from "./purchase.tsx";
import { useCheckoutForm } from "./use-checkout-form.ts";
import { freshProducts, useSubmit } from "./use-submit.ts";

/** A cart with something in it: what it costs, the form, and the way to the payment page. */
export function Checkout({ lines }: { lines: readonly CartLine[] }) {
  const { replace } = useCart();
  const { form, errors, dirty, edit, setErrors, sent } = useCheckoutForm();
  const { busy, trouble, submit, settle } = useSubmit(lines);
  const [accepting, setAccepting] = useState(false);
  const [accepted, setAccepted] = useState(false);
  const figures = cartFigures(lines, form.shipMerchandise);

  // What went wrong takes the focus once it is on the page.
  const [calls, setCalls] = useState(0);
  const attention = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (calls > 0) attention.current?.focus();
  }, [calls]);
  const purchase = useRef<HTMLButtonElement>(null);

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setAccepted(false);
    const found = checkoutErrors(form, lines.length);
    setErrors(found);
    if (Object.keys(found).length > 0) return setCalls(calls + 1);
    sent();
    const outcome = await submit(form);
    if (outcome?.kind === "failed") setErrors(outcome.fields);
    setCalls(calls + 1);
  };
  const onAccept = async () => {
    if (trouble?.kind !== "changed" || accepting) return;
    setAccepting(true);
    const fresh = await freshProducts();
    setAccepting(false);
    settle();
    let left = 0;
    // Another tab may have put something into the cart meanwhile.
    replace((now) => {
      const next = acceptChanges(now, trouble.lines, fresh);
      left = next.length;
      return next;
    });
    setAccepted(true);
    if (left === 0) notify.info(messages.everythingGone);
    purchase.current?.focus();
  };

  const controls = { form, errors, edit, busy };
  return (
    <div className={styles.columns}>
      <LeaveGuard when={dirty && !busy} />
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
        {fieldOrder.some((field) => errors[field]) && <ErrorSummary ref={attention} errors={errors} />}
        {trouble?.kind === "changed" && (
          <ChangedCart
            ref={attention}
            changes={changesOf(lines, trouble.lines)}
            total={{
              was: figures.tot,
              now: cartFigures(acceptChanges(lines, trouble.lines, []), form.shipMerchandise).tot,
            }}
            accepting={accepting}
            onAccept={onAccept}
          />
        )}
        <ContactSection {...controls} />
        <BillingSection {...controls} />
        {needsShipping(lines) && <ShippingSection {...controls} />}
        <Purchase
          ref={purchase}
          total={figures.tot}
          busy={busy}
          trouble={trouble}
          accepted={accepted}
          cartError={errors["cart"]}
        />
      </form>
    </div>
  );
}
