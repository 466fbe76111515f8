import { useState } from "react";
import { DELIVERY_DAYS } from "../../../../../shared/webhooks.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LoadState } from "../load-state.tsx";
import styles from "./deliveries.module.css";
import { DeliveryRow } from "./delivery-row.tsx";
import { useDeliveries } from "./use-webhooks.ts";

export function Deliveries({ webhookId, isPaused }: { webhookId: string; isPaused: boolean }) {
  const [pageCount, setPageCount] = useState(1);
  const { data, error, retry } = useDeliveries(webhookId, pageCount);
  return (
    <section aria-labelledby="deliveries">
      <h3 id="deliveries" className={styles.heading}>
        Deliveries
      </h3>
      <p className={styles.hint}>Of the last {DELIVERY_DAYS} days, newest first.</p>
      <LoadState what="deliveries" hasData={data !== undefined} error={error} retry={retry}>
        {data?.deliveries.length === 0 && (
          <div className="card">
            <EmptyState icon="send" title="Nothing sent lately">
              Send a test event to see whether the endpoint answers.
            </EmptyState>
          </div>
        )}
        {data && data.deliveries.length > 0 && (
          <ul className={`card ${styles.list}`}>
            {data.deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} webhookId={webhookId} isPaused={isPaused} delivery={delivery} />
            ))}
          </ul>
        )}
        {data?.next !== undefined && (
          <Button
            variant="secondary"
            icon="chevron-down"
            className={styles.more}
            onClick={() => setPageCount(pageCount + 1)}
          >
            Show older
          </Button>
        )}
      </LoadState>
    </section>
  );
}
