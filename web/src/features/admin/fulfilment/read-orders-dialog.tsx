import { useEffect, useEffectEvent, useState } from "react";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusReturn } from "../focus-orders.ts";
import { rereadOrder } from "../orders/order-queries.ts";
import styles from "./batch-result.module.css";

/** How many orders are read at the same time. */
const PARALLEL_READS = 4;

/** The results so far, in the sequence of `summaries`; undefined for an order that could not be loaded. */
type ReadResults = readonly (Order | undefined)[];

type ReadOrdersProps = {
  summaries: readonly OrderSummary[];
  /** What the orders are loaded for: 'packing slips'. */
  what: string;
  onReady: (orders: readonly Order[]) => void;
  onClose: () => void;
};

const loadedOrders = (results: ReadResults): Order[] => results.filter((order) => order !== undefined);

/** Loads all data of orders for printing or a file, in the sequence of `summaries`. Lists the customers whose orders fail to load. */
export function ReadOrdersDialog({ summaries, what, onReady, onClose }: ReadOrdersProps) {
  useFocusReturn();
  const [results, setResults] = useState<ReadResults>([]);
  const [tries, setTries] = useState(0);
  const onResults = useEffectEvent((newResults: ReadResults) => {
    setResults(newResults);
    const ordersSoFar = loadedOrders(newResults);
    if (newResults.length === summaries.length && ordersSoFar.length === summaries.length)
      onReady(ordersSoFar);
  });
  useEffect(() => {
    let isUnmounted = false;
    const load = async () => {
      let resultsSoFar: ReadResults = [];
      while (resultsSoFar.length < summaries.length) {
        const nextSummaries = summaries.slice(resultsSoFar.length, resultsSoFar.length + PARALLEL_READS);
        const nextOrders = await Promise.all(nextSummaries.map(({ orderId }) => rereadOrder(orderId)));
        resultsSoFar = [...resultsSoFar, ...nextOrders];
        if (isUnmounted) return;
        onResults(resultsSoFar);
      }
    };
    void load();
    return () => {
      isUnmounted = true;
    };
  }, [summaries, tries]);
  const failedSummaries = summaries.filter((_, i) => i < results.length && results[i] === undefined);
  const hasFailed = results.length === summaries.length && failedSummaries.length > 0;
  const orders = loadedOrders(results);
  const retry = () => {
    setResults([]);
    setTries(tries + 1);
  };
  return (
    <Dialog open onClose={onClose} title={`Preparing ${what}`}>
      <div className={styles.result}>
        <div className={styles.progress}>
          <progress aria-label="Orders" value={results.length} max={summaries.length} />
          <p role="status">
            {results.length} of {summaries.length}
          </p>
        </div>
        {hasFailed && (
          <p role="alert">
            Could not be loaded:{" "}
            {failedSummaries.map(({ customer }) => customer.name || "No name").join(", ")}.
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
