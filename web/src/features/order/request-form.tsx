import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./order.module.css";
import type { useRequest } from "../../ui/use-request.ts";

type RequestFormProps = {
  request: Pick<ReturnType<typeof useRequest>, "formRef" | "problem" | "isSending" | "submit">;
  children: ReactNode;
  submitLabel: string;
  danger?: boolean;
  /** Adds a button that leaves the form without sending it. */
  onCancel?: () => void;
  cancelLabel?: string;
};

/** A form that sends a request of `useRequest`, with its error and its buttons. */
export function RequestForm(props: RequestFormProps) {
  const { request, children, submitLabel, danger, onCancel } = props;
  const { formRef, problem, isSending, submit } = request;
  return (
    <form
      ref={formRef}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {children}
      <div role="alert" className={styles.problem}>
        {problem.text && <Notice tone="danger">{problem.text}</Notice>}
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
