import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { ResultHead } from "./result-head.tsx";
import styles from "./result.module.css";

/** Nobody could tell how the payment stands. `onCheckAgain` where asking once more may help. */
export function VerificationFailed({
  message,
  onCheckAgain,
}: {
  message: string;
  onCheckAgain?: (() => void) | undefined;
}) {
  return (
    <div className={styles.single}>
      <ResultHead icon="alert" tone="danger" title="Payment Verification Failed" lead={message} />
      {onCheckAgain && (
        <p className={styles.hint}>
          If you have paid, your order is safe: check again in a moment. The receipt also comes by e-mail.
        </p>
      )}
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
