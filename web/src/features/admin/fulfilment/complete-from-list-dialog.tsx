import { useDeferredValue, useMemo, useState } from "react";
import { adminMessages } from "../admin-messages.ts";
import { toOrderNumber } from "../../../../../shared/order-number.ts";
import { ORDER_STATUS } from "../../../../../shared/order-status.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Textarea } from "../../../ui/controls.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { useFocusReturn } from "../focus-orders.ts";
import { useDraft } from "../order-details/use-draft.ts";
import { toast } from "../toast.ts";
import type { OrderList } from "../orders/load-orders.ts";
import { BatchResult } from "./batch-result.tsx";
import styles from "./complete-from-list-dialog.module.css";
import { orderFinder, referenceOf } from "./find-order.ts";
import { type PlannedLine, planCompletion, planCompletions } from "./plan-completions.ts";
import { PreviewTable } from "./preview-table.tsx";
import { parseTrackingList } from "./tracking-list.ts";
import { useBatch } from "./use-batch.ts";

/** At most 1,000 lines are read (`MAX_LINES`). A carrier's file with as many lines is smaller than this. */
const MAX_FILE_BYTES = 2_000_000;

const jobOf = ({ tracking }: PlannedLine, order: OrderSummary) => ({
  order,
  plan: (currentOrder: OrderSummary) => planCompletion(currentOrder, tracking),
  change: { orderStatus: ORDER_STATUS.completed, ...(tracking === "" ? {} : { tracking }) },
});

/** A text with one line for each order. The admin adds tracking numbers that are missing. */
const listTextOf = (orders: readonly OrderSummary[]): string =>
  orders.map((order) => `${referenceOf(order)}, ${order.tracking ?? ""}\n`).join("");

type ListDraft = { text?: string };
const createEmptyDraft = (): ListDraft => ({});

type CompleteFromListProps = {
  /** The orders that the text field lists when the dialog is first opened for them. */
  selectedOrders: readonly OrderSummary[];
  /** The shop's orders that are loaded so far; undefined until the first are loaded. */
  list: OrderList | undefined;
  onClose: () => void;
};

/** Reads a pasted list or a carrier's file, shows what each line would do, and completes the orders one by one. */
export function CompleteFromListDialog({ selectedOrders, list: orderList, onClose }: CompleteFromListProps) {
  useFocusReturn();
  const textRef = useFocusOnOpen<HTMLTextAreaElement>(true);
  const [initialOrderIds] = useState(() => selectedOrders.map(({ orderId }) => orderId).join(" "));
  const [draft, setDraft] = useDraft("complete-list", initialOrderIds, createEmptyDraft);
  const [text, setText] = useState(() => draft.text ?? listTextOf(selectedOrders));
  const changeText = (newText: string) => {
    setText(newText);
    setDraft(() => ({ text: newText }));
  };
  // After the batch, the draft is emptied if every line was applied. Otherwise it keeps the text for the next opening of the
  // dialog with the same orders.
  const batch = useBatch((areAllChangesMade) =>
    setDraft(() => (areAllChangesMade && !hasProblems ? createEmptyDraft() : { text })),
  );
  const previewedText = useDeferredValue(text);
  const findOrder = useMemo(
    () => orderFinder(orderList ? orderList.index.sortedBy("date").map(({ order }) => order) : []),
    [orderList],
  );
  const isLoading = orderList?.isComplete !== true;
  const plannedLines = useMemo(
    () => planCompletions(parseTrackingList(previewedText), findOrder, isLoading),
    [previewedText, findOrder, isLoading],
  );
  const jobs = plannedLines.flatMap((line) =>
    line.state === "apply" && line.order ? [jobOf(line, line.order)] : [],
  );
  const hasProblems = plannedLines.some(({ state }) => state === "problem");
  const isStarted = batch.rows.length > 0;
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) {
      toast.error(adminMessages.fileTooLarge);
      return;
    }
    try {
      changeText(await file.text());
    } catch (error) {
      console.error("The file with tracking numbers could not be read", error);
      toast.error(adminMessages.fileUnreadable);
    }
  };
  return (
    <Dialog
      open
      onClose={batch.isRunning ? batch.stop : onClose}
      title="Complete orders from a list"
      wide
      sheet
      footer={
        !isStarted && (
          <div className={styles.actions}>
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
            <Button
              icon="check"
              disabled={jobs.length === 0 || previewedText !== text}
              onClick={() => batch.start(jobs)}
            >
              Complete {jobs.length} {jobs.length === 1 ? "order" : "orders"}
            </Button>
          </div>
        )
      }
    >
      {isStarted ? (
        <BatchResult batch={batch} onClose={onClose} />
      ) : (
        <div className={styles.form}>
          <Field
            label="Orders and tracking numbers"
            hint="One order in each line: its number, its id or the end of its id, then the tracking number. Or paste a carrier's CSV file with its headings."
          >
            <Textarea
              ref={textRef}
              rows={6}
              spellCheck={false}
              autoComplete="off"
              value={text}
              placeholder={`${toOrderNumber(1042)}, 1Z999AA10123456784\nP8R0T1X, 9400 1000 0000 0000 0000 00`}
              onChange={({ target }) => changeText(target.value)}
              className={styles.list}
            />
          </Field>
          <label className={styles.file}>
            <span>Or choose a file</span>
            <input
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              onChange={({ target }) => void readFile(target.files?.[0])}
            />
          </label>
          <p className={styles.note}>
            Each customer gets one email: the parcel is on its way, or, if nothing is shipped, the order is
            complete. Customers who got this email before get no second one.
          </p>
          {plannedLines.length > 0 && <PreviewTable lines={plannedLines} />}
        </div>
      )}
    </Dialog>
  );
}
