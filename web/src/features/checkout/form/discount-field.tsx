import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { CartLine } from "../../../../../shared/cart.ts";
import { discountMessages } from "../../../../../shared/discount-messages.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { AppliedCode } from "../../../../../shared/order-terms.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/controls.tsx";
import { Field } from "../../../ui/field.tsx";
import styles from "./discount-field.module.css";
import { quoteDiscount, quoteFailureText } from "./quote-discount.ts";

type Lines = readonly CartLine[];
/** A code with its discount for these lines. */
export type DiscountQuote = AppliedCode & { lines: Lines };

export type DiscountFieldHandle = {
  /**
   * Checks the entered code if its discount is not known yet, and shows the new total or why the code is refused. Returns
   * whether a check is needed; the order must then not be sent.
   */
  checkIfNeeded: () => boolean;
};

/** Whether the server has refused the code (409). Another failure says nothing about the code. */
const isRefused = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 409;

/** The messages for a customer who has pressed 'Complete Purchase' with a code that is not checked. */
const orderNotices = {
  checking: "This code is being checked. Your order is not placed yet.",
  changed: "Your total has changed. Please look at it, then press Complete Purchase again.",
  refused: "Your order is not placed. Check or remove the code, then press Complete Purchase again.",
  failed: "Your order is not placed.",
};

/** 'apply': 'Apply' or 'Check Again'. 'order': 'Complete Purchase'. */
type PressedButton = "apply" | "order";

type DiscountFieldProps = {
  ref: Ref<DiscountFieldHandle>;
  lines: Lines;
  /** The code in the order's form; '' for none. The server may not have checked the code yet. */
  code: string;
  /** The text in the field. */
  typedCode: string;
  onType: (text: string) => void;
  /** The code with its discount for `lines`, which is 0 after a failed check; undefined until a check for these lines has ended. */
  appliedCode: AppliedCode | undefined;
  /** Says that shipping costs more with the code; undefined if it does not. */
  shippingText: string | undefined;
  /** The button 'Complete Purchase'. Gets the focus after a check that it started, if the code stays in the order. */
  submitButton: RefObject<HTMLButtonElement | null>;
  /** Gets the code that the order has now ('' for none), with its quote if there is one. */
  onApply: (code: string, quote: DiscountQuote | undefined) => void;
  isSending: boolean;
};

/**
 * The field for a discount code. The server says what the code takes off, again after each change of the
 * cart and when the customer returns to the checkout. If such a repeated check fails for another reason than a
 * refusal, the code stays without its discount until the next check.
 */
export function DiscountField(props: DiscountFieldProps) {
  const { ref, lines, code, typedCode, onType, appliedCode, shippingText, submitButton, onApply, isSending } =
    props;
  const [error, setError] = useState<string>();
  /** Whether a check runs that the customer has started by a button. After a change of the cart, a check starts by itself. */
  const [isCheckRequested, setIsCheckRequested] = useState(false);
  const isChecking = isCheckRequested || (code !== "" && !appliedCode);
  const [notice, setNotice] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const runningCheck = useRef<AbortController>(undefined);
  /** The pressed button, and the element that had the focus then; undefined for a check after a change of the cart. */
  const lastPress = useRef<{ button: PressedButton; focusedElement: Element | null }>(undefined);
  const hasCheckSucceeded = useRef(false);

  /** Scrolls too, so that the message below the field is visible: a field that already has the focus does not scroll. */
  const focusField = () => {
    input.current?.focus();
    input.current?.scrollIntoView({ block: "nearest" });
  };
  const rememberPress = (button: PressedButton) => {
    lastPress.current = { button, focusedElement: document.activeElement };
  };
  /** Shows the result of a check. Moves the focus if the customer has asked for the check and not moved the focus since. */
  const showResult = (
    newCode: string,
    quote: AppliedCode | undefined,
    newTypedCode: string,
    newError?: string,
    orderNotice = orderNotices.failed,
  ) => {
    const { button, focusedElement } = lastPress.current ?? {};
    lastPress.current = undefined;
    const wasOrderPressed = button === "order";
    const shouldKeepFocus = button === undefined || document.activeElement !== focusedElement;
    // Renders the element before it gets the focus.
    flushSync(() => {
      onApply(newCode, quote && { ...quote, lines });
      onType(newTypedCode);
      setError(newError);
      setIsCheckRequested(false);
      if (wasOrderPressed) setNotice(orderNotice);
    });
    if (shouldKeepFocus) return;
    if (newCode === "") focusField();
    else if (wasOrderPressed) submitButton.current?.focus();
    else if (newError === undefined) removeButton.current?.focus();
  };
  const check = async (newCode: string) => {
    runningCheck.current?.abort();
    const controller = new AbortController();
    runningCheck.current = controller;
    try {
      const quote = await quoteDiscount(newCode, lines, controller.signal);
      if (controller.signal.aborted) return;
      hasCheckSucceeded.current = true;
      showResult(quote.code, quote, "", undefined, orderNotices.changed);
    } catch (failure) {
      if (controller.signal.aborted) return;
      const message = quoteFailureText(failure);
      if (isRefused(failure)) return showResult("", undefined, newCode, message, orderNotices.refused);
      if (code === "") return showResult("", undefined, newCode, message);
      const reason = hasCheckSucceeded.current ? "not checked for the changed cart" : "not checked yet";
      // The code stays, with a discount of 0, and the field shows why.
      showResult(code, { code, discount: 0, shares: [], terms: "" }, "", `${reason}. ${message}`);
    }
  };
  const startCheck = (newCode: string) => {
    setIsCheckRequested(true);
    // The error of an applied code stays until the answer: without it, the focused button 'Check Again' would be removed.
    if (code === "") setError(undefined);
    void check(newCode);
  };
  const stopCheck = () => {
    runningCheck.current?.abort();
    lastPress.current = undefined;
    setIsCheckRequested(false);
    setError(undefined);
    setNotice("");
  };
  const checkAfterChange = useEffectEvent(() => {
    const uncheckedCode = code || (isChecking && typedCode.trim());
    if (uncheckedCode && !appliedCode) void check(uncheckedCode);
  });
  useEffect(() => checkAfterChange(), [lines, code]);
  useEffect(() => () => runningCheck.current?.abort(), []);

  const onApplyPress = () => {
    if (isChecking || isSending) return;
    setNotice("");
    if (typedCode.trim() === "") {
      flushSync(() => setError(discountMessages.enterCode));
      focusField();
      return;
    }
    rememberPress("apply");
    startCheck(typedCode.trim());
  };
  const onCheckAgain = () => {
    setNotice("");
    rememberPress("apply");
    startCheck(code);
  };
  const onRemove = () => {
    flushSync(() => {
      stopCheck();
      onApply("", undefined);
    });
    input.current?.focus();
  };
  useImperativeHandle(ref, () => ({
    checkIfNeeded: () => {
      const isUnchecked = code === "" ? typedCode.trim() !== "" : !appliedCode || error !== undefined;
      setNotice(isUnchecked ? orderNotices.checking : "");
      if (!isUnchecked) return false;
      rememberPress("order");
      if (!isChecking) startCheck(code || typedCode.trim());
      return true;
    },
  }));
  return (
    <div className={styles.section}>
      {code ? (
        <div className={styles.applied}>
          <p role="status">
            <strong>{code}</strong>:{" "}
            {error ??
              (appliedCode ? `${appliedCode.terms}, ${formatMoney(-appliedCode.discount)}.` : "checking...")}
            {shippingText && ` ${shippingText}`}
          </p>
          {error !== undefined && (
            <Button variant="secondary" icon="refresh" onClick={onCheckAgain} loading={isChecking}>
              Check Again
            </Button>
          )}
          <Button ref={removeButton} variant="secondary" icon="close" onClick={onRemove} disabled={isSending}>
            Remove code
          </Button>
        </div>
      ) : (
        <div className={styles.row}>
          <Field id="discount-code" name="discountCode" label="Discount code" optional error={error}>
            <Input
              ref={input}
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              value={typedCode}
              readOnly={isSending}
              onChange={({ target }) => {
                onType(target.value);
                stopCheck();
              }}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                // Enter applies the code; it does not submit the order.
                event.preventDefault();
                onApplyPress();
              }}
            />
          </Field>
          <Button variant="secondary" onClick={onApplyPress} loading={isChecking} loadingText="Checking...">
            Apply
          </Button>
        </div>
      )}
      <p role="status">{notice}</p>
    </div>
  );
}
