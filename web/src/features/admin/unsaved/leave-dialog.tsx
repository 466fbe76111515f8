import { useId } from "react";
import { messages } from "../../../../../shared/messages.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../use-focus-on-open.ts";
import styles from "./leave-dialog.module.css";

type LeaveDialogProps = { open: boolean; onStay: () => void; onLeave: () => void };

/** Asks before what was typed is lost; the safe answer has the focus. */
export function LeaveDialog({ open, onStay, onLeave }: LeaveDialogProps) {
  const text = useId();
  const stay = useFocusOnOpen<HTMLButtonElement>(open);
  return (
    <Dialog
      open={open}
      onClose={onStay}
      role="alertdialog"
      title="Leave without saving?"
      describedBy={text}
      footer={
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onLeave}>
            Leave
          </Button>
          <Button ref={stay} onClick={onStay}>
            Stay
          </Button>
        </div>
      }
    >
      <p id={text}>{messages.unsavedChanges}</p>
    </Dialog>
  );
}
