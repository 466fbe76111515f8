import { useRef, useState } from "react";
import { announce } from "../../../ui/announce.ts";
import { errorText } from "../admin-messages.ts";
import { sendUndo } from "../orders/change-order.ts";
import type { Job, Outcome } from "./apply-change.ts";
import { applyJob } from "./apply-change.ts";

/** A job of a batch; `outcome` is undefined until it was applied. */
export type BatchRow = { job: Job; outcome?: Outcome | undefined; isRunning?: boolean };

const countOf = (rows: readonly BatchRow[], state: Outcome["state"]): number =>
  rows.filter(({ outcome }) => outcome?.state === state).length;

/** '12 changed, 1 unchanged, 2 failed' */
export function batchText(rows: readonly BatchRow[]): string {
  const [done, unchanged, failed] = [
    countOf(rows, "done"),
    countOf(rows, "unchanged"),
    countOf(rows, "failed"),
  ];
  const parts = [
    `${done} changed`,
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return parts.join(", ");
}

const isUndoable = ({ outcome }: BatchRow): boolean =>
  outcome?.undoable !== undefined && outcome.undoable.deadline > Date.now();

/**
 * Applies jobs one after another. A failed job does not stop the others. `stop` ends the batch after the job that is being
 * applied; `retry` applies the failed and the remaining jobs.
 */
export function useBatch() {
  const [rows, setRows] = useState<readonly BatchRow[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const mustStop = useRef(false);
  const latest = useRef(rows);
  const write = (next: readonly BatchRow[]) => {
    latest.current = next;
    setRows(next);
  };
  const change = (index: number, row: BatchRow) => write(latest.current.with(index, row));

  const run = async (mustApply: (row: BatchRow) => boolean, apply: (row: BatchRow) => Promise<Outcome>) => {
    mustStop.current = false;
    setIsRunning(true);
    for (const [index, row] of latest.current.entries()) {
      if (mustStop.current) break;
      if (!mustApply(row)) continue;
      change(index, { job: row.job, isRunning: true });
      change(index, { job: row.job, outcome: await apply(row) });
    }
    setIsRunning(false);
    announce(batchText(latest.current));
  };
  const applyOpen = () =>
    run(
      ({ outcome }) => outcome === undefined || outcome.state === "failed",
      ({ job }) => applyJob(job),
    );
  return {
    rows,
    isRunning,
    start: (jobs: readonly Job[]) => {
      write(jobs.map((job) => ({ job })));
      void applyOpen();
    },
    retry: () => void applyOpen(),
    stop: () => {
      mustStop.current = true;
    },
    reset: () => write([]),
    /** Undoes the changes that can still be undone. */
    undo: () => void run(isUndoable, undoRow),
  };
}

async function undoRow({ outcome }: BatchRow): Promise<Outcome> {
  if (!outcome?.undoable) return { state: "failed", text: "Too late to undo" };
  try {
    const { isLate } = await sendUndo(outcome.undoable);
    return isLate
      ? { state: "failed", text: "Undone, but the email may have been sent." }
      : { state: "unchanged", text: "Undone" };
  } catch (error) {
    console.error("A change of a batch could not be undone", error);
    return { state: "failed", text: `Not undone. ${errorText(error)}` };
  }
}
