import type { SubmitEvent } from "react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import { askedParts } from "../../../../../shared/checkout-form.ts";
import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import { messages } from "../../../../../shared/messages.ts";
import { cartFigures } from "../../../../../shared/cart-figures.ts";
import { defaultTerms } from "../../../../../shared/order-terms.ts";
import { useCart } from "../../../cart/cart-context.tsx";
import { useLazyModule } from "../../../lazy-module.ts";
import { notify } from "../../../ui/notify.ts";
import styles from "./checkout.module.css";
import { DeliverySection } from "./delivery-section.tsx";
import type { DiscountFieldHandle, DiscountQuote } from "./discount-field.tsx";
import { BillingSection, ContactSection, formComponents } from "./form-sections.tsx";
import { OrderSummary } from "./order-summary.tsx";
import type { DeferredFormCode } from "./deferred-form-code.ts";
import { deferredFormCode } from "./deferred-form-code.ts";
import { SubmitSection } from "./submit-section.tsx";
import { useCheckoutForm } from "./use-checkout-form.ts";
import { loadCurrentProducts, useSubmit } from "./use-submit.ts";

/** How long a press of 'Complete Purchase' waits until the deferred program code is loaded. */
const LOAD_TIMEOUT_MS = 20_000;

/** The order summary and the form, for a cart that is not empty. */
export function Checkout({ lines }: { lines: readonly CartLine[] }) {
  const { replace } = useCart();
  const { form, errors, isDirty, edit, setErrors, markSent } = useCheckoutForm();
  const { isSending: isSubmitting, problem, submit, clearProblem, showFailure } = useSubmit(lines);
  const { module: deferredCode, failed: hasLoadFailed } = useLazyModule(deferredFormCode, true);
  const [isAccepting, setIsAccepting] = useState(false);
  const [hasAcceptedChanges, setHasAcceptedChanges] = useState(false);
  const askedSections = askedParts(form, lines);
  const isShipped = form.shipMerchandise === true;
  const [tax, setTax] = useState<number>();
  const [quote, setQuote] = useState<DiscountQuote>();
  /** The discount code with its discount for this cart. A quote for another cart would give a wrong total. */
  const appliedCode = quote?.lines === lines ? quote : undefined;
  /** What depends on the stage's settings: tax, discount codes and other countries. Undefined until it is loaded. */
  const stage = deferredCode?.stage;
  const terms = { ...(stage?.termsFor(lines, form, appliedCode) ?? defaultTerms), tax };
  const figures = cartFigures(lines, isShipped, terms);
  const isStageLoading = !stage && !hasLoadFailed;
  // Until `stage` is loaded, it is unknown whether the stage has discount codes, so an entered discount code may still have to be
  // checked.
  const isDiscountCodeUnchecked = !!(
    form.discountCode &&
    !appliedCode &&
    (isStageLoading || stage?.DiscountField)
  );
  const isTotalUnknown = (isStageLoading && isShipped && askedSections.delivery) || isDiscountCodeUnchecked;

  // Increased when the form has errors and after each sent order, so that the effect focuses the errors after they are rendered.
  const [submitCount, setSubmitCount] = useState(0);
  const errorRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (submitCount > 0) errorRef.current?.focus();
  }, [submitCount]);
  /** Whether the visitor has pressed 'Order Again' for items that are already ordered. */
  const wantsToOrderAgain = useRef(false);
  const submitButton = useRef<HTMLButtonElement>(null);
  const discountField = useRef<DiscountFieldHandle>(null);

  /** Whether 'Complete Purchase' was pressed before the deferred program code was loaded. */
  const [wasPressedEarly, setWasPressedEarly] = useState(false);
  const isSending = isSubmitting || (wasPressedEarly && !deferredCode);
  const showCodeMissing = useEffectEvent(() => {
    setWasPressedEarly(false);
    showFailure(messages.partMissing);
  });
  useEffect(() => {
    if (!wasPressedEarly) return;
    // The deferred program code contains the discount field, which checks an entered discount code before the order is sent.
    if (deferredCode) return submitButton.current?.form?.requestSubmit();
    const stopWaiting = () => setWasPressedEarly(false);
    const timer = setTimeout(showCodeMissing, LOAD_TIMEOUT_MS);
    // A page that the browser restores later must not send the order by itself.
    addEventListener("pagehide", stopWaiting);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", stopWaiting);
    };
  }, [wasPressedEarly, deferredCode]);

  const onSubmit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    setHasAcceptedChanges(false);
    if (!deferredCode) {
      setWasPressedEarly(true);
      clearProblem();
      return deferredFormCode.load().catch(() => {
        setWasPressedEarly(false);
        showFailure(messages.partMissing);
      });
    }
    const newErrors = deferredCode.checkoutErrors(form, lines, deferredCode.stage.foreignErrors(form));
    setErrors(newErrors);
    if (Object.keys(newErrors).length > 0) return setSubmitCount(submitCount + 1);
    await send(deferredCode);
  };
  const send = async (loadedCode: DeferredFormCode) => {
    // A check may change the total, which the customer must see before the order is sent.
    if (discountField.current?.checkIfNeeded()) return;
    markSent();
    const submitResult = await submit(loadedCode, form, wantsToOrderAgain.current, appliedCode);
    if (submitResult?.kind === "failed") setErrors(submitResult.fields);
    setSubmitCount((count) => count + 1);
  };
  const onApply = (code: string, newQuote: DiscountQuote | undefined) => {
    setQuote(newQuote);
    if (code !== form.discountCode) edit("discountCode", code);
    // The last failure may be about the discount code.
    if (problem?.kind === "failed") clearProblem();
  };
  const earlierOrders = problem?.kind === "ordered" ? problem.orders : [];
  const onTakeOut = () => {
    if (!deferredCode) return;
    const orderedItems = earlierOrders.flatMap((order) => order.items);
    // This browser no longer has to remember the items of a paid order.
    deferredCode.forgetProcessingOrders(
      earlierOrders.filter(({ isPaid }) => isPaid).map(({ sessionId }) => sessionId),
    );
    clearProblem();
    replace((currentLines) => deferredCode.withoutBought(currentLines, orderedItems));
    setHasAcceptedChanges(true);
    submitButton.current?.focus();
  };
  const onOrderAgain = () => {
    wantsToOrderAgain.current = true;
    if (deferredCode) void send(deferredCode);
  };
  const onAccept = async () => {
    if (problem?.kind !== "changed" || isAccepting || !deferredCode) return;
    setIsAccepting(true);
    const [products] = await Promise.all([loadCurrentProducts(), deferredCode.stage.reload()]);
    setIsAccepting(false);
    clearProblem();
    let remainingLineCount = 0;
    // Change the current cart instead of `lines`, because another tab may have changed the cart.
    replace((currentLines) => {
      const newLines = deferredCode.acceptChanges(currentLines, problem.lines, products);
      remainingLineCount = newLines.length;
      return newLines;
    });
    setHasAcceptedChanges(true);
    if (remainingLineCount === 0) notify.info(checkoutMessages.everythingGone);
    submitButton.current?.focus();
  };

  const controls = { form, errors, edit, isSending, stage };
  return (
    <div className={styles.columns}>
      {deferredCode && (
        <deferredCode.LeaveGuard
          when={isDirty && !isSending}
          title="Leave checkout?"
          note="Your order is not placed yet. Your cart stays in this browser, and what you typed stays until you close this tab."
        />
      )}
      <div className={styles.aside}>
        <OrderSummary
          lines={lines}
          figures={figures}
          isTotalUnknown={isTotalUnknown}
          discountCode={appliedCode?.code}
          arrivalDays={isShipped ? stage?.expectedArrival(form) : undefined}
          taxLine={
            stage?.TaxLine && (
              <stage.TaxLine request={stage.taxRequest(lines, form, appliedCode)} onTax={setTax} />
            )
          }
          SalesEndedNotice={deferredCode?.SalesEndedNotice}
        />
      </div>
      <form noValidate onSubmit={onSubmit} aria-labelledby="checkout-form" className={styles.form}>
        <div>
          <h2 id="checkout-form" className={styles.title}>
            Billing & Payment Details
          </h2>
          <p className={styles.required}>All fields are required unless marked optional.</p>
        </div>
        {deferredCode && (
          <deferredCode.FormProblems
            ref={errorRef}
            form={form}
            lines={lines}
            appliedCode={appliedCode}
            figures={figures}
            stage={deferredCode.stage}
            errors={errors}
            problem={problem}
            isAccepting={isAccepting}
            onAccept={onAccept}
            onTakeOut={onTakeOut}
            onOrderAgain={onOrderAgain}
          />
        )}
        <ContactSection {...controls} />
        {askedSections.delivery && (
          <DeliverySection
            {...controls}
            lines={lines}
            appliedCode={appliedCode}
            isRateUnknown={isStageLoading}
          />
        )}
        <BillingSection {...controls} hasStreet={askedSections.billingAddress} />
        {askedSections.shippingAddress && deferredCode && (
          <deferredCode.ShippingAddressSection {...controls} components={formComponents} />
        )}
        {isStageLoading && <div className={styles.discountPlaceholder} />}
        {stage?.DiscountField && (
          <stage.DiscountField
            ref={discountField}
            lines={lines}
            code={form.discountCode}
            typedCode={form.typedCode}
            appliedCode={appliedCode}
            shippingText={stage.higherShippingText(lines, form, appliedCode)}
            isSending={isSending}
            submitButton={submitButton}
            onType={(text) => text !== form.typedCode && edit("typedCode", text)}
            onApply={onApply}
          />
        )}
        <SubmitSection
          ref={submitButton}
          total={figures.tot}
          isTotalUnknown={isTotalUnknown}
          isBeforeTax={stage?.TaxLine !== undefined && tax === undefined}
          isSending={isSending}
          problem={problem}
          ProblemNotice={deferredCode?.ProblemNotice}
          hasAcceptedChanges={hasAcceptedChanges && !isTotalUnknown}
          cartError={errors["cart"]}
        />
      </form>
    </div>
  );
}
