import type { ReactNode, Ref } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./order.module.css";

type RequestFormProps = {
  ref: Ref<HTMLFormElement>;
  children: ReactNode;
  /** The error of the whole form. */
  problem: string | undefined;
  isSending: boolean;
  submitLabel: string;
  danger?: boolean;
  onSubmit: () => Promise<void>;
  /** Adds a button that closes the form. */
  onCancel?: () => void;
  cancelLabel?: string;
};

/** A form with its error and its buttons. */
export function RequestForm(props: RequestFormProps) {
  const { ref, children, problem, isSending, submitLabel, danger, onSubmit, onCancel } = props;
  return (
    <form
      ref={ref}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      <div role="alert" className={styles.problem}>
        {problem && <Notice tone="danger">{problem}</Notice>}
      </div>
      <div className={styles.formActions}>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            {props.cancelLabel ?? "Close"}
          </Button>
        )}
        <Button
          type="submit"
          variant={danger ? "danger" : "primary"}
          loading={isSending}
          loadingText="Sending..."
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
