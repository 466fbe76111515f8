import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormFailure } from "./form-failure.tsx";
import styles from "./form-dialog.module.css";

const keepOpen = () => {};

type FormDialogProps = {
  open: boolean;
  title: string;
  /** The id of the form in `children` that the button `actionText` submits. If undefined, there are no buttons. */
  formId: string | undefined;
  actionText: string;
  pendingText: string;
  isPending: boolean;
  /** Why the last request failed. */
  error: Error | null;
  wide?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog, with its buttons. The dialog stays open during a request, because a request cannot be cancelled. */
export function FormDialog({
  formId,
  actionText,
  pendingText,
  isPending,
  error,
  onClose,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      sheet
      onClose={isPending ? keepOpen : onClose}
      footer={
        formId !== undefined && (
          <div className={styles.footer}>
            <FormFailure error={error} />
            <div className={styles.actions}>
              <Button variant="secondary" disabled={isPending} onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" form={formId} loading={isPending} loadingText={pendingText}>
                {actionText}
              </Button>
            </div>
          </div>
        )
      }
    />
  );
}
