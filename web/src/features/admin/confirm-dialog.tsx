import { type ReactNode, useId } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../ui/use-focus-on-open.ts";
import styles from "./confirm-dialog.module.css";

const keepOpen = () => {};

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  /** The text of the button that confirms. */
  actionText: string;
  /** The button's text while `isPending`. */
  pendingText: string;
  isPending: boolean;
  isDanger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks the admin for confirmation before an action. `children` says what the action does. */
export function ConfirmDialog({ open, title, actionText, isPending, onClose, ...props }: ConfirmDialogProps) {
  const textId = useId();
  const cancelButton = useFocusOnOpen<HTMLButtonElement>(open);
  return (
    <Dialog
      open={open}
      // A request that has been sent cannot be cancelled.
      onClose={isPending ? keepOpen : onClose}
      title={title}
      role="alertdialog"
      describedBy={textId}
      footer={
        <div className={styles.actions}>
          <Button ref={cancelButton} variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={props.isDanger ? "danger" : "primary"}
            loading={isPending}
            loadingText={props.pendingText}
            onClick={props.onConfirm}
          >
            {actionText}
          </Button>
        </div>
      }
    >
      <div id={textId} className={styles.text}>
        {props.children}
      </div>
    </Dialog>
  );
}
