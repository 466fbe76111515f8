import { useMutation } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { ATTENTION_LABEL } from "../../../../../shared/attention.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import type { Order } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { adminMessages, errorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { mustReread } from "../orders/change-order.ts";
import { rereadOrder, writeOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import styles from "./attention.module.css";
import { adviceText } from "./order-text.ts";

/** Shows why an order needs attention, with advice for each cause, and a button that acknowledges all causes. */
export function Attention({ order }: { order: Order }) {
  const { orderId, version, attention = [] } = order;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => adminCall(adminApi.acknowledge, { params: { id: orderId }, body: { version } }),
    onSuccess: (updatedOrder) => {
      writeOrder(updatedOrder);
      toast.success("Acknowledged");
    },
    onError: (failure) => {
      console.error("The order could not be acknowledged", failure);
      // After a conflict, the order may have another cause for attention; after a lost answer, it may be acknowledged already.
      if (mustReread(failure)) void rereadOrder(orderId);
    },
  });
  return (
    <Notice
      tone="danger"
      title="Needs attention"
      actions={
        <Button
          variant="secondary"
          icon="check"
          loading={isPending}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          Acknowledge
        </Button>
      }
    >
      <ul className={styles.causes}>
        {attention.map(({ cause, about, since }) => (
          <li key={`${cause} ${about}`}>
            <strong>{ATTENTION_LABEL[cause]}</strong> <span>since {formatShopTime(since)}</span>
            <p>{adviceText(order, cause, about)}</p>
          </li>
        ))}
      </ul>
      {error && <p role="alert">{errorText(error, adminMessages.acknowledgeFailed)}</p>}
    </Notice>
  );
}
