import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ResultHead } from "./result-head.tsx";
import styles from "./result.module.css";

type VerificationFailedProps = {
  message: string;
  /** Where asking once more may help. */
  onCheckAgain?: (() => void) | undefined;
  note?: ReactNode;
};

/** Nobody could tell how the payment stands. */
export function VerificationFailed({ message, onCheckAgain, note }: VerificationFailedProps) {
  return (
    <div className={styles.single}>
      <ResultHead icon="alert" tone="danger" title="Payment Verification Failed" lead={message} />
      <p className={styles.hint}>
        {onCheckAgain
          ? "If you have paid, your order is safe: check again in a moment."
          : "This address may be incomplete."}{" "}
        The receipt of a paid order also comes by e-mail.
      </p>
      {note}
      <div className={styles.actions}>
        {onCheckAgain && (
          <Button icon="refresh" onClick={onCheckAgain}>
            Check Again
          </Button>
        )}
        <ButtonLink to={paths.home} variant={onCheckAgain ? "secondary" : "primary"}>
          Return Home
        </ButtonLink>
        <ButtonLink to={paths.checkout} variant="secondary">
          Try Again
        </ButtonLink>
      </div>
    </div>
  );
}
