import { adminApi } from "../../../../../shared/api-admin.ts";
import { isDeliveryAccepted, type WebhookDelivery } from "../../../../../shared/webhooks.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Link } from "../../../router/link.tsx";
import { Button } from "../../../ui/button.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { orderUrl } from "../orders/order-url.ts";
import { StateBadge } from "../state-badge.tsx";
import { toast } from "../toast.ts";
import { useNow } from "../use-now.ts";
import styles from "./delivery-row.module.css";
import { useWebhookAction } from "./use-webhooks.ts";
import { answerText, deliveryBadge, triesText } from "./webhook-text.ts";

type DeliveryRowProps = { webhookId: string; isPaused: boolean; delivery: WebhookDelivery };

/** A delivery: its event, the endpoint's last answer, and when the shop tries again. */
export function DeliveryRow({ webhookId, isPaused, delivery }: DeliveryRowProps) {
  const now = useNow();
  const { id, type, orderId, createdAt, lastTry, canSendAgain } = delivery;
  const sendAgainMutation = useWebhookAction(
    () => adminCall(adminApi.sendDeliveryAgain, { params: { id: webhookId, deliveryId: id } }),
    ({ lastTry: newTry }) =>
      newTry && isDeliveryAccepted(newTry)
        ? toast.success(`${type} was sent: ${newTry.status}`)
        : toast.error(`${type} was not taken: ${newTry?.status ?? newTry?.answer ?? ""}`),
  );
  return (
    <li className={styles.row}>
      <StateBadge content={deliveryBadge(delivery)} className={styles.state} />
      <div className={styles.event}>
        <p className={styles.type}>{type}</p>
        <p className={styles.facts}>
          <time dateTime={createdAt}>{formatShopTime(createdAt)}</time>
          {orderId !== undefined && (
            <Link to={orderUrl(orderId)} className={styles.order}>
              <VisuallyHidden>Order </VisuallyHidden>
              {orderId}
            </Link>
          )}
        </p>
      </div>
      <div className={styles.answer}>
        <p className={styles.text}>{answerText(delivery)}</p>
        <p className={styles.facts}>
          <span>{triesText(delivery, now, isPaused)}</span>
          {lastTry && <span>{lastTry.milliseconds} ms</span>}
        </p>
      </div>
      {canSendAgain && (
        <Button
          variant="secondary"
          icon="refresh"
          className={styles.again}
          loading={sendAgainMutation.isPending}
          loadingText="Sending..."
          onClick={() => sendAgainMutation.mutate(undefined)}
        >
          Send again
          <VisuallyHidden>
            {" "}
            {type} of {formatShopTime(createdAt)}
          </VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
