import { useState } from "react";
import { useSearchParams } from "../../../router/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { errorText } from "../admin-messages.ts";
import { useWebhooks } from "./use-webhooks.ts";
import { WebhookDetails } from "./webhook-details.tsx";
import { WebhookList } from "./webhook-list.tsx";
import styles from "./webhooks-tab.module.css";

/** The endpoints that get the shop's events by HTTP, or one of them with its deliveries. */
export function WebhooksTab() {
  const [params] = useSearchParams();
  const { data, error, retry } = useWebhooks();
  const opened = data?.webhooks.find(({ id }) => id === params.get("endpoint"));
  const [wasOpened, setWasOpened] = useState(false);
  if (opened && !wasOpened) setWasOpened(true);
  const retryButton = (
    <Button icon="refresh" onClick={retry}>
      Try again
    </Button>
  );
  if (!data && !error) return <Spinner large label="Loading webhooks..." />;
  if (!data)
    return (
      <EmptyState icon="alert" title="Error fetching webhooks" actions={retryButton}>
        {errorText(error)}
      </EmptyState>
    );
  return (
    <>
      {error && (
        <Notice
          tone="warn"
          role="alert"
          title="This page may be out of date."
          actions={retryButton}
          className={styles.stale}
        >
          {errorText(error)}
        </Notice>
      )}
      {opened ? (
        <WebhookDetails key={opened.id} webhook={opened} />
      ) : (
        <WebhookList isOn={data.isOn} webhooks={data.webhooks} takesFocus={wasOpened} />
      )}
    </>
  );
}
