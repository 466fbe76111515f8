import { useEffect, useState } from "react";
import { useStore } from "../../../store.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { isTextField, isUndoKey } from "../shortcuts/plain-key.ts";
import type { UndoableChange } from "./change-order.ts";
import { forgetChange, undoableChanges, undoChange } from "./change-order.ts";
import styles from "./undo-bar.module.css";

const secondsLeft = ({ deadline }: UndoableChange): number => Math.ceil((deadline - Date.now()) / 1000);

function UndoCard({ change }: { change: UndoableChange }) {
  const [seconds, setSeconds] = useState(() => secondsLeft(change));
  useEffect(() => {
    const timer = setInterval(() => {
      const left = secondsLeft(change);
      if (left > 0) setSeconds(left);
      else forgetChange(change);
    }, 250);
    return () => clearInterval(timer);
  }, [change]);
  return (
    <li className={styles.card}>
      <Icon name="mail" size={20} />
      <span className={styles.text}>{change.text}</span>
      <Button
        variant="ghost"
        aria-keyshortcuts="Control+Z"
        onClick={() => void undoChange(change)}
        className={styles.undo}
      >
        Undo ({seconds} s)
      </Button>
    </li>
  );
}

/** Control+Z undoes the latest change, except in a text field, where it undoes the typing. */
export function useUndoKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const latest = undoableChanges.current().at(-1);
      if (!latest || !isUndoKey(event) || isTextField(event.target)) return;
      event.preventDefault();
      void undoChange(latest);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/**
 * The latest changes with the mails about them, and buttons that undo the changes. The page behind an open dialog cannot
 * be clicked, so the dialog shows the change of its own order.
 */
export function UndoBar({ orderId }: { orderId?: string }) {
  const changes = useStore(undoableChanges).filter(
    (change) => orderId === undefined || change.orderId === orderId,
  );
  if (changes.length === 0) return null;
  return (
    <ul className={cx(styles.bar, orderId === undefined && styles.floating)} aria-label="Latest changes">
      {changes.map((change) => (
        <UndoCard key={`${change.orderId} ${change.version}`} change={change} />
      ))}
    </ul>
  );
}
