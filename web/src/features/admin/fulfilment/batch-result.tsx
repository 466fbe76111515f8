import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { isFocusLost } from "../../../ui/is-focus-lost.ts";
import { SpinnerRing } from "../../../ui/spinner.tsx";
import type { Outcome } from "./apply-job.ts";
import styles from "./batch-result.module.css";
import { referenceOf } from "./find-order.ts";
import { batchText, isUnfinished, type BatchRow, type useBatch } from "./use-batch.ts";

const ICONS = { done: "check-circle", unchanged: "minus", failed: "alert" } as const satisfies Record<
  Outcome["state"],
  string
>;

/** How many seconds the admin has left to undo a change of the batch; 0 if no change can be undone. */
function useUndoSeconds(rows: readonly BatchRow[]): number {
  const deadlineMs = Math.max(0, ...rows.map(({ outcome }) => outcome?.undoableChange?.deadline ?? 0));
  const hasDeadline = deadlineMs > 0;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!hasDeadline) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [hasDeadline]);
  return Math.max(0, Math.ceil((deadlineMs - now) / 1000));
}

function ResultRow({ job, outcome, isRunning }: BatchRow) {
  return (
    <li className={styles.row} data-state={outcome?.state ?? "waiting"}>
      <span className={styles.icon}>
        {isRunning && <SpinnerRing />}
        {outcome && <Icon name={ICONS[outcome.state]} size={18} />}
      </span>
      <span className={styles.customer}>
        <strong>{job.order.customer.name || "No name"}</strong>
        <span className={styles.reference}>{referenceOf(job.order)}</span>
      </span>
      <span className={styles.text}>{outcome?.text ?? (isRunning ? "Saving..." : "Waiting")}</span>
    </li>
  );
}

/** The progress and the results of a batch. */
export function BatchResult({ batch, onClose }: { batch: ReturnType<typeof useBatch>; onClose: () => void }) {
  const { rows, isRunning } = batch;
  const undoSeconds = useUndoSeconds(rows);
  const resultsRef = useRef<HTMLUListElement>(null);
  // The button that started the batch had the focus, and is gone.
  useEffect(() => {
    if (isFocusLost()) resultsRef.current?.focus();
  }, []);
  const finishedCount = rows.filter(({ outcome }) => outcome !== undefined).length;
  const hasUnfinished = rows.some(isUnfinished);
  return (
    <div className={styles.result}>
      <div className={styles.progress}>
        <progress aria-label="Orders" value={finishedCount} max={rows.length} />
        <p role="status">{isRunning ? `${finishedCount} of ${rows.length}` : `${batchText(rows)}.`}</p>
      </div>
      <ul ref={resultsRef} className={styles.rows} aria-label="Results" tabIndex={0}>
        {rows.map((row) => (
          <ResultRow key={row.job.order.orderId} {...row} />
        ))}
      </ul>
      <div className={styles.actions}>
        {isRunning && (
          <Button variant="secondary" onClick={batch.stop}>
            Stop
          </Button>
        )}
        {!isRunning && undoSeconds > 0 && (
          <Button variant="secondary" icon="refresh" onClick={batch.undo}>
            Undo ({undoSeconds} s)
          </Button>
        )}
        {!isRunning && hasUnfinished && (
          <Button variant="secondary" icon="refresh" onClick={batch.retry}>
            Try the rest again
          </Button>
        )}
        {!isRunning && <Button onClick={onClose}>Done</Button>}
      </div>
    </div>
  );
}
