import { useEffect, useRef, useState } from "react";
import { adminMessages } from "../admin-messages.ts";
import { announce } from "../../../ui/announce.ts";
import { toast } from "../toast.ts";
import type { Job, Outcome } from "./apply-job.ts";
import { applyJob, undoJob } from "./apply-job.ts";

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
  outcome?.undoableChange !== undefined && outcome.undoableChange.deadline > Date.now();

/** Whether a job has failed or has not been tried. False after an undo, because the change must not be made again. */
export const isUnfinished = ({ outcome }: BatchRow): boolean =>
  outcome === undefined || (outcome.state === "failed" && !outcome.isUndo);

/** Whether every change of a batch was made, and none was undone. */
const areAllChangesMade = (rows: readonly BatchRow[]): boolean =>
  rows.every((row) => !isUnfinished(row) && !row.outcome?.isUndo);

/**
 * Applies jobs one after another. A failed job does not stop the others. `stop` ends the batch after the current job.
 * `retry` applies the jobs that failed or have not been tried. A batch that the admin leaves also ends after the current job,
 * and a toast says what was changed. `onEnd` is called when `start`, `retry` or `undo` has ended, also after the admin has left
 * the batch. Its argument is the result of `areAllChangesMade`.
 */
export function useBatch(onEnd: (areAllChangesMade: boolean) => void = () => undefined) {
  const [rows, setRows] = useState<readonly BatchRow[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  const mustStop = useRef(false);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
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
    let untriedCount = 0;
    for (const [index, row] of latestRows.current.entries()) {
      if (!isIncluded(row)) continue;
      if (mustStop.current || !isMounted.current) {
        untriedCount++;
        continue;
      }
      replaceRow(index, { job: row.job, isRunning: true });
      replaceRow(index, { job: row.job, outcome: await apply(row) });
    }
    setIsRunning(false);
    onEnd(areAllChangesMade(latestRows.current));
    const text = batchText(latestRows.current);
    if (isMounted.current) announce(text);
    else if (untriedCount === 0) toast.success(`${text}.`);
    else toast.error(`Stopped: ${text}, ${untriedCount} not tried.`);
  };
  const applyUnfinished = () => run(isUnfinished, ({ job }) => applyJob(job));
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

const undoRow = ({ outcome }: BatchRow): Promise<Outcome> =>
  outcome?.undoableChange
    ? undoJob(outcome.undoableChange)
    : Promise.resolve({ state: "failed", text: adminMessages.batchUndoTooLate, isUndo: true });
