import { useEffect, useRef, useState } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { publicApi } from "../../../../../shared/api-public.ts";
import { messages } from "../../../../../shared/messages.ts";
import { call } from "../../../api.ts";
import { useIsCurrentLocation } from "../../../ui/use-is-current-location.ts";
import type { SubmitResult } from "./submit-order.ts";
import { contentsOf, submitOrder } from "./submit-order.ts";

/** A submit that did not open the payment page. */
export type SubmitProblem = Exclude<SubmitResult, { kind: "ready" }>;

/** ms. Changes can be accepted without the current catalog too. */
const CATALOG_TIMEOUT = 8_000;

/** The current products; empty when they cannot be loaded. */
export const currentProducts = () =>
  call(publicApi.listProducts, { cache: "no-cache", timeoutMs: CATALOG_TIMEOUT }).then(
    ({ products }) => products,
    () => [],
  );

/**
 * Sends the order and opens its payment page; `busy` until that has failed. The problem 'changed' belongs to the lines that
 * were sent, so it disappears when the cart changes.
 */
export function useSubmit(lines: readonly CartLine[]) {
  const [busy, setBusy] = useState(false);
  const [last, setLast] = useState<{ problem: SubmitProblem; lines: readonly CartLine[] }>();
  const running = useRef(false);
  const isCurrentLocation = useIsCurrentLocation();
  const shown = useRef(lines);
  useEffect(() => {
    shown.current = lines;
    return () => {
      shown.current = [];
    };
  }, [lines]);

  useEffect(() => {
    // Coming back from the payment page, the browser may restore this page with its state.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      running.current = false;
      setBusy(false);
    };
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);

  const fail = (problem: SubmitProblem) => {
    running.current = false;
    setBusy(false);
    setLast({ problem, lines });
  };
  const submit = async (form: CheckoutForm): Promise<SubmitResult | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setLast(undefined);
    const result = await submitOrder(form, lines, Date.now());
    // Do not redirect if the visitor has left the page. The same cart, sent again, gets the same payment page.
    if (!isCurrentLocation()) {
      running.current = false;
      setBusy(false);
      return undefined;
    }
    // The cart has changed meanwhile: the payment page would not match what the visitor sees.
    const cartChanged = result.kind !== "paid" && contentsOf(form, shown.current) !== contentsOf(form, lines);
    const end: SubmitResult = cartChanged
      ? { kind: "failed", message: messages.cartOvertaken, fields: {} }
      : result;
    if (end.kind !== "ready") {
      fail(end);
      return end;
    }
    try {
      window.location.assign(end.url);
    } catch (error) {
      console.error(error);
      fail({ kind: "failed", message: messages.paymentFailed, fields: {} });
    }
    return end;
  };
  const problem = last?.problem.kind === "changed" && last.lines !== lines ? undefined : last?.problem;
  return { busy, problem, submit, clearProblem: () => setLast(undefined) };
}
