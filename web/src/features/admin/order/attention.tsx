import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { ATTENTION_ADVICE, ATTENTION_LABEL } from "../../../../../shared/attention.ts";
import { formatDateTime } from "../../../../../shared/dates.ts";
import type { Order } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { adminCall } from "../identity/admin-call.ts";
import { tell } from "../tell.ts";
import styles from "./attention.module.css";

type AttentionProps = {
  order: Order;
  onChanged: (order: Order) => void;
  /** The notice goes away with its button: the focus has to go somewhere else. */
  onDone: () => void;
};

/** Why an order needs a person, what to do, and the button that says it has been seen. */
export function Attention({ order, onChanged, onDone }: AttentionProps) {
  const { orderId, version, attention = [] } = order;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  const acknowledge = async () => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    const params = { id: orderId };
    try {
      const changed = await adminCall(adminApi.acknowledge, { params, body: { version } });
      onDone();
      onChanged(changed);
      tell.done("Acknowledged");
    } catch (failure) {
      console.error("The order could not be acknowledged", failure);
      setError(failure instanceof ApiError ? failure.message : "Failed to acknowledge. Please try again.");
      setBusy(false);
      // After a conflict, show the order as it is now: another cause may have come.
      if (failure instanceof ApiError && failure.status === 409)
        await adminCall(adminApi.getOrder, { params }).then(onChanged, () => undefined);
    }
  };
  return (
    <Notice
      tone="danger"
      title="Needs attention"
      actions={
        <Button variant="secondary" icon="check" loading={busy} onClick={() => void acknowledge()}>
          Acknowledge
        </Button>
      }
    >
      <ul className={styles.causes}>
        {attention.map(({ cause, about, since }) => (
          <li key={about}>
            <strong>{ATTENTION_LABEL[cause]}</strong> <span>since {formatDateTime(since)}</span>
            <p>{ATTENTION_ADVICE[cause]}</p>
          </li>
        ))}
      </ul>
      {error && <p role="alert">{error}</p>}
    </Notice>
  );
}
