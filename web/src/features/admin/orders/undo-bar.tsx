import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useStore } from "../../../store.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { focusStatusSelect } from "../focus-orders.ts";
import { undoBarRef } from "../bottom-bar.ts";
import { isCovered, isTextField, isUndoKey } from "../shortcuts/shortcut-keys.ts";
import type { UndoableChange } from "./change-order.ts";
import { forgetChange, runningUndos, undoableChanges, undoChange } from "./change-order.ts";
import styles from "./undo-bar.module.css";

const secondsLeft = ({ deadline }: UndoableChange): number => Math.ceil((deadline - Date.now()) / 1000);

function UndoCard({ change }: { change: UndoableChange }) {
  const { orderId } = change;
  const isUndoing = useStore(runningUndos).includes(change);
  const cardRef = useRef<HTMLLIElement>(null);
  // If the card disappears while it has the focus, the select for the order's status gets the focus.
  useLayoutEffect(() => {
    const card = cardRef.current;
    return () => {
      if (card?.contains(document.activeElement)) queueMicrotask(() => focusStatusSelect(orderId));
    };
  }, [orderId]);
  const [seconds, setSeconds] = useState(() => secondsLeft(change));
  useEffect(() => {
    const timer = setInterval(() => {
      const remainingSeconds = secondsLeft(change);
      if (remainingSeconds > 0) setSeconds(remainingSeconds);
      else if (!isUndoing) forgetChange(change);
    }, 250);
    return () => clearInterval(timer);
  }, [change, isUndoing]);
  return (
    <li ref={cardRef} className={styles.card}>
      <Icon name="mail" size={20} />
      <span className={styles.text}>{change.text}</span>
      <Button
        variant="ghost"
        loading={isUndoing}
        loadingText="Undoing..."
        aria-keyshortcuts="Control+Z"
        onClick={() => void undoChange(change)}
        className={styles.undo}
      >
        Undo ({seconds} s)
      </Button>
    </li>
  );
}

/**
 * Control+Z undoes the latest change. In a text field, Control+Z undoes the typing instead. While a question, a form or another
 * dialog covers the page, Control+Z does nothing. While the details of an order (`openOrderId`) are open, Control+Z undoes only
 * changes of this order, because only these are shown.
 */
export function useUndoKey(openOrderId: string | undefined): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const canUndo = (change: UndoableChange) =>
        (openOrderId === undefined || change.orderId === openOrderId) &&
        !runningUndos.current().includes(change);
      const latestChange = undoableChanges.current().findLast(canUndo);
      if (!latestChange || !isUndoKey(event) || isTextField(event.target)) return;
      if (isCovered(openOrderId !== undefined)) return;
      event.preventDefault();
      void undoChange(latestChange);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [openOrderId]);
}

/**
 * The latest changes, each with a text about its mail and a button that undoes the change. With `orderId`, only the change of
 * this order, for the order's dialog: the page behind an open dialog cannot be clicked.
 */
export function UndoBar({ orderId }: { orderId?: string }) {
  const changes = useStore(undoableChanges).filter(
    (change) => orderId === undefined || change.orderId === orderId,
  );
  if (changes.length === 0) return null;
  return (
    <ul
      ref={orderId === undefined ? undoBarRef : undefined}
      className={cx(styles.bar, orderId === undefined ? styles.floating : styles.inDetails)}
      aria-label="Latest changes"
    >
      {changes.map((change) => (
        <UndoCard key={`${change.orderId} ${change.version}`} change={change} />
      ))}
    </ul>
  );
}
