import { useEffect, useId, useRef } from "react";
import { useBlocker, useLocation } from "react-router-dom";
import { messages } from "../../../../shared/messages.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./leave-guard.module.css";

/**
 * Asks before the page is left `when` there is something to lose: by our own dialog on navigation inside the site, by
 * the browser's when the tab is closed or reloaded (its words are its own).
 */
export function LeaveGuard({ when }: { when: boolean }) {
  // The router is ahead of what is shown: whoever has left, and goes back at once, is asked nothing.
  const { pathname } = useLocation();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      when && from.pathname === pathname && to.pathname !== pathname,
  );
  const asks = blocker.state === "blocked";
  const textId = useId();
  const stay = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [when]);
  // After the dialog has opened and given the focus to its first button.
  useEffect(() => {
    if (asks) stay.current?.focus();
  }, [asks]);

  const onStay = () => blocker.state === "blocked" && blocker.reset();
  return (
    <Dialog
      open={asks}
      onClose={onStay}
      role="alertdialog"
      title="Leave checkout?"
      describedBy={textId}
      footer={
        <div className={styles.actions}>
          <Button variant="secondary" onClick={() => blocker.state === "blocked" && blocker.proceed()}>
            Leave
          </Button>
          <Button ref={stay} onClick={onStay}>
            Stay
          </Button>
        </div>
      }
    >
      <div id={textId} className={styles.text}>
        <p>{messages.unsavedChanges}</p>
        <p className={styles.note}>
          Your order is not placed yet. Your cart, and what you typed, stay in this tab until you close it.
        </p>
      </div>
    </Dialog>
  );
}
