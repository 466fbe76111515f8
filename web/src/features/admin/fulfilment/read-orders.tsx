import { useEffect, useEffectEvent, useState } from "react";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { rereadOrder } from "../orders/order-queries.ts";
import styles from "./batch-result.module.css";

/** How many orders are read at the same time. */
const PARALLEL_READS = 4;

/** The requested orders, in the sequence of the rows; undefined for an order that could not be loaded. */
type Answers = readonly (Order | undefined)[];

type ReadOrdersProps = {
  rows: readonly OrderSummary[];
  /** What the orders are loaded for: 'packing slips'. */
  what: string;
  onReady: (orders: readonly Order[]) => void;
  onClose: () => void;
};

const loadedOrders = (answers: Answers): Order[] => answers.filter((order) => order !== undefined);

/** Loads all data of orders for printing or a file, in the sequence of the rows. Names the orders that fail to load. */
export function ReadOrdersDialog({ rows, what, onReady, onClose }: ReadOrdersProps) {
  const [answers, setAnswers] = useState<Answers>([]);
  const [tries, setTries] = useState(0);
  const onAnswers = useEffectEvent((newAnswers: Answers) => {
    setAnswers(newAnswers);
    const newOrders = loadedOrders(newAnswers);
    if (newAnswers.length === rows.length && newOrders.length === rows.length) onReady(newOrders);
  });
  useEffect(() => {
    let isUnmounted = false;
    const load = async () => {
      let answersSoFar: Answers = [];
      while (answersSoFar.length < rows.length) {
        const nextRows = rows.slice(answersSoFar.length, answersSoFar.length + PARALLEL_READS);
        const nextOrders = await Promise.all(nextRows.map(({ orderId }) => rereadOrder(orderId)));
        answersSoFar = [...answersSoFar, ...nextOrders];
        if (isUnmounted) return;
        onAnswers(answersSoFar);
      }
    };
    void load();
    return () => {
      isUnmounted = true;
    };
  }, [rows, tries]);
  const failedRows = rows.filter((_, i) => i < answers.length && answers[i] === undefined);
  const hasFailed = answers.length === rows.length && failedRows.length > 0;
  const orders = loadedOrders(answers);
  const retry = () => {
    setAnswers([]);
    setTries(tries + 1);
  };
  return (
    <Dialog open onClose={onClose} title={`Preparing ${what}`}>
      <div className={styles.result}>
        <div className={styles.progress}>
          <progress aria-label="Orders" value={answers.length} max={rows.length} />
          <p role="status">
            {answers.length} of {rows.length}
          </p>
        </div>
        {hasFailed && (
          <p role="alert">
            Could not be loaded: {failedRows.map(({ customer }) => customer.name || "No name").join(", ")}.
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          {hasFailed && (
            <Button variant="secondary" icon="refresh" onClick={retry}>
              Try again
            </Button>
          )}
          {hasFailed && orders.length > 0 && (
            <Button onClick={() => onReady(orders)}>Go on with {orders.length}</Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
