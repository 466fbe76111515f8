import { useEffect, useRef, useState } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { catalogApi } from "../../../../../shared/api-catalog.ts";
import type { AppliedCode } from "../../../../../shared/order-terms.ts";
import { checkoutMessages } from "../../../../../shared/checkout-messages.ts";
import { call } from "../../../api.ts";
import { useIsCurrentLocation } from "../../../ui/use-is-current-location.ts";
import type { SubmitResult } from "./submit-order.ts";
import type { DeferredFormCode } from "./deferred-form-code.ts";

/** A submit that did not open the payment page. */
export type SubmitProblem = Exclude<SubmitResult, { kind: "ready" }>;

/** The timeout is short because the customer can accept changed items and prices without the current catalog too. */
const CATALOG_TIMEOUT_MS = 8_000;

/** Resolves with an empty list if the call fails. */
export const loadCurrentProducts = () =>
  call(catalogApi.listProducts, { cache: "no-cache", timeoutMs: CATALOG_TIMEOUT_MS }).then(
    ({ products }) => products,
    () => [],
  );

/** If the browser is still on the page after this time, the payment page does not answer, or the visitor has stopped loading it. */
const OPENING_TIMEOUT_MS = 10_000;

/**
 * Sends the order and opens the payment page. `isSending` stays true until the submit has failed or the browser has left the
 * page. The submit waits `OPENING_TIMEOUT_MS` at most for the payment page to open. The problems 'changed' and 'ordered' are
 * about the lines that were sent, so they are removed when the cart changes. `submit` resolves with undefined if another submit
 * is running, or if the visitor has left the page.
 */
export function useSubmit(lines: readonly CartLine[]) {
  const [isSending, setIsSending] = useState(false);
  const [lastFailure, setLastFailure] = useState<{ problem: SubmitProblem; lines: readonly CartLine[] }>();
  const isRunning = useRef(false);
  const openingTimer = useRef<number>(undefined);
  const isStillHere = useIsCurrentLocation();
  const currentLines = useRef(lines);
  useEffect(() => {
    currentLines.current = lines;
    // An empty cart removes the form from the page, so this effect does not run again. `submit` must then find no lines.
    return () => {
      currentLines.current = [];
    };
  }, [lines]);

  useEffect(() => {
    // After the return from the payment page, the browser may restore this page as it was: sending, or with the message that
    // the payment page did not open.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      window.clearTimeout(openingTimer.current);
      isRunning.current = false;
      setIsSending(false);
      setLastFailure(undefined);
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);

  /** Ends the submit and shows why it did not open the payment page. */
  const showProblem = (problem: SubmitProblem) => {
    isRunning.current = false;
    setIsSending(false);
    setLastFailure({ problem, lines });
  };
  const showFailure = (message: string) => showProblem({ kind: "failed", message, fields: {} });
  const submit = async (
    { contentsOf, submitOrder, stage }: DeferredFormCode,
    form: CheckoutForm,
    wantsToOrderAgain: boolean,
    appliedCode: AppliedCode | undefined,
  ): Promise<SubmitResult | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setIsSending(true);
    setLastFailure(undefined);
    const submitResult = await submitOrder(form, lines, Date.now(), wantsToOrderAgain, () =>
      stage.loadFinalTerms(lines, form, appliedCode),
    );
    // Do not redirect if the visitor has left the page. Another submit of this cart gets the same payment page.
    if (!isStillHere()) {
      isRunning.current = false;
      setIsSending(false);
      return undefined;
    }
    // If the cart has changed since the submit, the payment page would not match the cart on the page.
    const hasCartChanged = contentsOf(form, currentLines.current) !== contentsOf(form, lines);
    const finalResult: SubmitResult =
      hasCartChanged && submitResult.kind !== "paid"
        ? { kind: "failed", message: checkoutMessages.cartChangedMeanwhile, fields: {} }
        : submitResult;
    if (finalResult.kind !== "ready") {
      showProblem(finalResult);
      return finalResult;
    }
    try {
      window.location.assign(finalResult.url);
      openingTimer.current = window.setTimeout(
        () => showFailure(checkoutMessages.paymentPageNotOpened),
        OPENING_TIMEOUT_MS,
      );
    } catch (error) {
      console.error(error);
      showFailure(checkoutMessages.paymentFailed);
    }
    return finalResult;
  };
  const isAboutLines = lastFailure?.problem.kind === "changed" || lastFailure?.problem.kind === "ordered";
  const isOutdated = isAboutLines && lastFailure.lines !== lines;
  const problem = isOutdated ? undefined : lastFailure?.problem;
  return { isSending, problem, submit, showFailure, clearProblem: () => setLastFailure(undefined) };
}
