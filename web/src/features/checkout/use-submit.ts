import { useEffect, useRef, useState } from "react";
import type { CartLine } from "../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../shared/checkout-form.ts";
import { publicApi } from "../../../../shared/api-public.ts";
import { messages } from "../../../../shared/messages.ts";
import { call } from "../../api.ts";
import { useStillHere } from "../../ui/use-still-here.ts";
import type { Outcome } from "./submit-order.ts";
import { contentsOf, submitOrder } from "./submit-order.ts";

/** What came of the last submit, while there is something to say about it. */
export type Trouble = Exclude<Outcome, { kind: "ready" }>;

/** ms; the fresh catalogue is a help, not a condition. */
const CATALOGUE_TIMEOUT = 8_000;

/** The catalogue as it is now; empty when it cannot be had. */
export const freshProducts = () =>
  call(publicApi.listProducts, { cache: "no-cache", timeoutMs: CATALOGUE_TIMEOUT }).then(
    ({ products }) => products,
    () => [],
  );

/**
 * Sends the order of these lines and goes to its payment page; `busy` from a valid submit until there is trouble to
 * look at. What changed in the cart is said of the lines that were sent: when they are others, it is no longer said.
 */
export function useSubmit(lines: readonly CartLine[]) {
  const [busy, setBusy] = useState(false);
  const [last, setLast] = useState<{ trouble: Trouble; lines: readonly CartLine[] }>();
  const running = useRef(false);
  const stillHere = useStillHere();
  const shown = useRef(lines);
  useEffect(() => {
    shown.current = lines;
    return () => {
      shown.current = [];
    };
  }, [lines]);

  useEffect(() => {
    // Back from the payment page, the browser may show this page as it left it.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      running.current = false;
      setBusy(false);
    };
    window.addEventListener("pageshow", back);
    return () => window.removeEventListener("pageshow", back);
  }, []);

  const stop = (what: Trouble) => {
    running.current = false;
    setBusy(false);
    setLast({ trouble: what, lines });
  };
  const submit = async (form: CheckoutForm): Promise<Outcome | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setLast(undefined);
    const outcome = await submitOrder(form, lines, Date.now());
    // Nobody is taken to the payment page from elsewhere: whoever comes back with the same cart is given the same one.
    if (!stillHere()) {
      running.current = false;
      setBusy(false);
      return undefined;
    }
    // The page shows another cart by now, and nobody pays for anything but what they see.
    const overtaken = outcome.kind !== "paid" && contentsOf(form, shown.current) !== contentsOf(form, lines);
    const end: Outcome = overtaken
      ? { kind: "failed", message: messages.cartOvertaken, fields: {} }
      : outcome;
    if (end.kind !== "ready") {
      stop(end);
      return end;
    }
    try {
      window.location.assign(end.url);
    } catch (error) {
      console.error(error);
      stop({ kind: "failed", message: messages.paymentFailed, fields: {} });
    }
    return end;
  };
  const trouble = last?.trouble.kind === "changed" && last.lines !== lines ? undefined : last?.trouble;
  return { busy, trouble, submit, settle: () => setLast(undefined) };
}
