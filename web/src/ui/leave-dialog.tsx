import { useId } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./leave-dialog.module.css";
import { useFocusOnOpen } from "./use-focus-on-open.ts";

type LeaveDialogProps = {
  open: boolean;
  title: string;
  /** A second line below 'You have unsaved changes'. */
  note?: string | undefined;
  onStay: () => void;
  onLeave: () => void;
};

/** Asks before unsaved input is lost. 'Stay' has the focus. */
export function LeaveDialog({ open, title, note, onStay, onLeave }: LeaveDialogProps) {
  const textId = useId();
  const stayButtonRef = useFocusOnOpen<HTMLButtonElement>(open);
  return (
    <Dialog
      open={open}
      onClose={onStay}
      role="alertdialog"
      title={title}
      describedBy={textId}
      footer={
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onLeave}>
            Leave
          </Button>
          <Button ref={stayButtonRef} onClick={onStay}>
            Stay
          </Button>
        </div>
      }
    >
      <div id={textId} className={styles.text}>
        <p>You have unsaved changes. Are you sure you want to leave?</p>
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </Dialog>
  );
}
