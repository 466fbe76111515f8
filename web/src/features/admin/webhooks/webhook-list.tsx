import { useState } from "react";
import type { Webhook } from "../../../../../shared/webhooks.ts";
import { Link } from "../../../router/link.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { agoText } from "../ago-text.ts";
import cardList from "../card-list.module.css";
import { Heading } from "../heading.tsx";
import { useNow } from "../use-now.ts";
import { StateBadge } from "../state-badge.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import styles from "./webhook-list.module.css";
import { webhookBadge } from "./webhook-text.ts";
import { webhookDetailsUrl } from "./webhook-url.ts";

type WebhookListProps = {
  /** Whether the shop sends webhooks. */
  hasWebhooks: boolean;
  webhooks: readonly Webhook[];
  /** Whether an endpoint was shown before the list. The heading then takes the focus. */
  takesFocus: boolean;
};

export function WebhookList({ hasWebhooks, webhooks, takesFocus }: WebhookListProps) {
  const [isAddDialogOpen, setIsAddDialogOpen] = useState(false);
  return (
    <>
      <div className={cardList.head}>
        <Heading takesFocus={takesFocus}>Webhooks</Heading>
        {hasWebhooks && (
          <Button icon="plus" onClick={() => setIsAddDialogOpen(true)}>
            Add endpoint
          </Button>
        )}
      </div>
      {hasWebhooks && (
        <p className={cardList.hint}>
          An endpoint is a web address of yours to which the shop sends its events, signed, as they happen.
        </p>
      )}
      {webhooks.length === 0 ? (
        <div className="card">
          <EmptyState icon="send" title={hasWebhooks ? "No endpoints yet" : "This shop sends no webhooks"}>
            {hasWebhooks
              ? "Add the address of a program that needs to know about orders."
              : "An operator of the shop can turn them on."}
          </EmptyState>
        </div>
      ) : (
        <ul className={cardList.list}>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      <WebhookDialog open={isAddDialogOpen} onClose={() => setIsAddDialogOpen(false)} />
    </>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const now = useNow();
  const { id, url, description, types, lastTry } = webhook;
  return (
    <li className={cx("card", cardList.row, styles.row)}>
      <div>
        <Link to={webhookDetailsUrl(id)} className={cardList.link}>
          {description || url}
        </Link>
        {description !== "" && <p className={styles.url}>{url}</p>}
        <p className={cardList.facts}>
          {types.length === 1 ? types[0] : `${types.length} kinds of events`}
          {lastTry && ` · last sent ${agoText(lastTry.at, now)}`}
        </p>
      </div>
      <StateBadge content={webhookBadge(webhook)} className={styles.badge} />
      <Icon name="chevron-right" className={cx(cardList.arrow, styles.arrow)} />
    </li>
  );
}
