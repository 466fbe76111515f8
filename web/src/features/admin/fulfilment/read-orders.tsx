import { useEffect, useEffectEvent, useState } from "react";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { rereadOrder } from "../orders/order-queries.ts";
import styles from "./batch-result.module.css";

/** Orders that are read at the same time. */
const PARALLEL = 4;

/** The requested orders, in the sequence of the rows; undefined for an order that could not be loaded. */
type Answers = readonly (Order | undefined)[];

type ReadOrdersProps = {
  rows: readonly OrderSummary[];
  /** What the orders are loaded for: 'packing slips'. */
  what: string;
  onReady: (orders: readonly Order[]) => void;
  onClose: () => void;
};

const loaded = (answers: Answers): Order[] => answers.filter((order) => order !== undefined);

/** Loads all data of orders for printing or a file, in the sequence of the rows. Names the orders that fail to load. */
export function ReadOrdersDialog({ rows, what, onReady, onClose }: ReadOrdersProps) {
  const [answers, setAnswers] = useState<Answers>([]);
  const [tries, setTries] = useState(0);
  const onAnswers = useEffectEvent((next: Answers) => {
    setAnswers(next);
    if (next.length === rows.length && loaded(next).length === rows.length) onReady(loaded(next));
  });
  useEffect(() => {
    let isUnmounted = false;
    const load = async () => {
      let next: Answers = [];
      while (next.length < rows.length) {
        const part = rows.slice(next.length, next.length + PARALLEL);
        next = [...next, ...(await Promise.all(part.map(({ orderId }) => rereadOrder(orderId))))];
        if (isUnmounted) return;
        onAnswers(next);
      }
    };
    void load();
    return () => {
      isUnmounted = true;
    };
  }, [rows, tries]);
  const missing = rows.filter((_, i) => i < answers.length && answers[i] === undefined);
  const hasFailed = answers.length === rows.length && missing.length > 0;
  const orders = loaded(answers);
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
            Could not be loaded: {missing.map(({ customer }) => customer.name || "No name").join(", ")}.
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
