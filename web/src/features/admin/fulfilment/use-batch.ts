import { useRef, useState } from "react";
import { announce } from "../../../ui/announce.ts";
import { errorText } from "../admin-messages.ts";
import { sendUndo } from "../orders/change-order.ts";
import type { Job, Outcome } from "./apply-job.ts";
import { applyJob } from "./apply-job.ts";

/** A job of a batch. `outcome` is undefined until the job is finished. */
export type BatchRow = { job: Job; outcome?: Outcome | undefined; isRunning?: boolean };

const countOf = (rows: readonly BatchRow[], state: Outcome["state"]): number =>
  rows.filter(({ outcome }) => outcome?.state === state).length;

/** For example '12 changed, 1 unchanged, 2 failed'. */
export function batchText(rows: readonly BatchRow[]): string {
  const unchangedCount = countOf(rows, "unchanged");
  const failedCount = countOf(rows, "failed");
  return [
    `${countOf(rows, "done")} changed`,
    ...(unchangedCount > 0 ? [`${unchangedCount} unchanged`] : []),
    ...(failedCount > 0 ? [`${failedCount} failed`] : []),
  ].join(", ");
}

const isUndoable = ({ outcome }: BatchRow): boolean =>
  outcome?.undoable !== undefined && outcome.undoable.deadline > Date.now();

/**
 * Applies jobs one after another. A failed job does not stop the others. `stop` ends the batch after the current job.
 * `retry` applies the jobs that failed or have not been tried.
 */
export function useBatch() {
  const [rows, setRows] = useState<readonly BatchRow[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const mustStop = useRef(false);
  // The loop in `run` needs the current rows, not the rows of the render that started the loop.
  const latestRows = useRef(rows);
  const replaceRows = (newRows: readonly BatchRow[]) => {
    latestRows.current = newRows;
    setRows(newRows);
  };
  const replaceRow = (index: number, row: BatchRow) => replaceRows(latestRows.current.with(index, row));

  /** Calls `apply` for each row that `isIncluded` accepts. */
  const run = async (isIncluded: (row: BatchRow) => boolean, apply: (row: BatchRow) => Promise<Outcome>) => {
    mustStop.current = false;
    setIsRunning(true);
    for (const [index, row] of latestRows.current.entries()) {
      if (mustStop.current) break;
      if (!isIncluded(row)) continue;
      replaceRow(index, { job: row.job, isRunning: true });
      replaceRow(index, { job: row.job, outcome: await apply(row) });
    }
    setIsRunning(false);
    announce(batchText(latestRows.current));
  };
  const applyUnfinished = () =>
    run(
      ({ outcome }) => outcome === undefined || outcome.state === "failed",
      ({ job }) => applyJob(job),
    );
  return {
    rows,
    isRunning,
    start: (jobs: readonly Job[]) => {
      replaceRows(jobs.map((job) => ({ job })));
      void applyUnfinished();
    },
    retry: () => void applyUnfinished(),
    stop: () => {
      mustStop.current = true;
    },
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
