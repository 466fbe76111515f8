import { type SetStateAction, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { CartLine } from "../../../../../shared/cart.ts";
import { discountMessages } from "../../../../../shared/discount-messages.ts";
import { messages } from "../../../../../shared/messages.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { AppliedCode } from "../../../../../shared/order-terms.ts";
import { ApiError } from "../../../api-error.ts";
import { call } from "../../../api.ts";
import { Button } from "../../../ui/button.tsx";
import { Input } from "../../../ui/controls.tsx";
import { Field } from "../../../ui/field.tsx";
import { withPublicApi } from "../with-public-api.ts";
import styles from "./discount-field.module.css";

const quoteDiscount = (code: string, lines: readonly CartLine[]): Promise<AppliedCode> =>
  withPublicApi((api) =>
    call(api.quoteDiscount, {
      body: { code, items: lines.map(({ product, quantity }) => ({ id: product.id, q: quantity })) },
    }),
  );

/** Whether the server has refused the code (409). Another failure says nothing about the code. */
const isRefused = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 409;

type DiscountFieldProps = {
  lines: readonly CartLine[];
  appliedCode: AppliedCode | undefined;
  /** Says that the code makes shipping dearer, if it does. */
  shippingText: string | undefined;
  onApply: (code: SetStateAction<AppliedCode | undefined>) => void;
  isSending: boolean;
};

/**
 * The field for a discount code. The server says what the code takes off, again after each change of the
 * cart. If the server does not answer after a change, the code stays without its discount until the next
 * check.
 */
export function DiscountField(props: DiscountFieldProps) {
  const { lines, appliedCode, shippingText, onApply, isSending } = props;
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [isChecking, setIsChecking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const quotedLines = useRef(lines);
  /** Whether the customer has removed the code since the last check began. */
  const wasRemoved = useRef(false);

  const checkCode = async (code: string) => {
    quotedLines.current = lines;
    wasRemoved.current = false;
    setIsChecking(true);
    // The error of an applied code stays until the answer: without it, the focused button 'Check Again' would be removed.
    if (!appliedCode) setError(undefined);
    try {
      const quotedCode = await quoteDiscount(code, lines);
      if (wasRemoved.current) return false;
      // Renders the button before it gets the focus.
      flushSync(() => {
        onApply(quotedCode);
        setText("");
        setError(undefined);
      });
      return true;
    } catch (failure) {
      if (wasRemoved.current) return false;
      if (appliedCode && !isRefused(failure))
        onApply((current) => current && { ...current, discount: 0, shares: [] });
      else {
        onApply(undefined);
        setText(code);
      }
      setError(failure instanceof ApiError ? failure.message : messages.unavailable);
      return false;
    } finally {
      setIsChecking(false);
    }
  };
  useEffect(() => {
    if (appliedCode && quotedLines.current !== lines && !isChecking) void checkCode(appliedCode.code);
  });
  const onApplyPress = async () => {
    if (isChecking || isSending) return;
    if (text.trim() === "") {
      setError(discountMessages.enterCode);
      input.current?.focus();
      return;
    }
    if (await checkCode(text.trim())) removeButton.current?.focus();
    else input.current?.focus();
  };
  const onCheckAgain = async () => {
    if (appliedCode && (await checkCode(appliedCode.code))) removeButton.current?.focus();
  };
  const onRemove = () => {
    wasRemoved.current = true;
    flushSync(() => {
      onApply(undefined);
      setError(undefined);
    });
    input.current?.focus();
  };
  return (
    <div className={styles.section}>
      {appliedCode ? (
        <div className={styles.applied}>
          <p role="status">
            <strong>{appliedCode.code}</strong>:{" "}
            {error === undefined
              ? `${appliedCode.terms}, ${formatMoney(-appliedCode.discount)}.`
              : `not checked for the changed cart. ${error}`}
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
              value={text}
              readOnly={isChecking || isSending}
              onChange={({ target }) => {
                setText(target.value);
                setError(undefined);
              }}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                // Enter applies the code; it does not submit the order.
                event.preventDefault();
                void onApplyPress();
              }}
            />
          </Field>
          <Button variant="secondary" onClick={onApplyPress} loading={isChecking} loadingText="Checking...">
            Apply
          </Button>
        </div>
      )}
    </div>
  );
}
