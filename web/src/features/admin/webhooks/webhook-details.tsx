import type { Webhook } from "../../../../../shared/webhooks.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Heading } from "../heading.tsx";
import { Deliveries } from "./deliveries.tsx";
import { StateBadge } from "../state-badge.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import styles from "./webhook-details.module.css";
import { webhookBadge } from "./webhook-text.ts";
import { webhookListUrl } from "./webhook-url.ts";

export function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const { url, description, types, failingSince, state, pausedBy, changedBy, changedAt } = webhook;
  return (
    <>
      <ButtonLink to={webhookListUrl} variant="ghost" icon="arrow-left" className={styles.back}>
        All endpoints
      </ButtonLink>
      <div className={styles.head}>
        <Heading takesFocus>{description || "Endpoint"}</Heading>
        <StateBadge content={webhookBadge(webhook)} />
      </div>
      <p className={styles.url}>{url}</p>
      <p className={styles.types}>Gets {types.join(", ")}</p>
      {changedBy !== undefined && changedAt !== undefined && (
        <p className={styles.types}>
          Last changed by {changedBy}, <time dateTime={changedAt}>{formatShopTime(changedAt)}</time>
        </p>
      )}
      {state === "paused" && (
        <Notice tone={pausedBy === "shop" ? "danger" : "info"} className={styles.notice}>
          {pausedBy === "shop"
            ? "It failed for days, so the shop sends nothing to it. When its owner has mended it, send a test event, then resume it."
            : "The shop sends nothing to it. Of what happens during the pause, only OrderErased is sent later."}
        </Notice>
      )}
      {state === "active" && failingSince !== undefined && (
        <Notice tone="warn" className={styles.notice}>
          It has failed since {formatShopTime(failingSince)}. Each event is tried again for a day.
        </Notice>
      )}
      <WebhookActions webhook={webhook} />
      <Deliveries webhookId={webhook.id} isPaused={state === "paused"} />
    </>
  );
}
