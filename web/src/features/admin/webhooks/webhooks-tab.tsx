import { useState } from "react";
import { useSearchParams } from "../../../router/hooks.ts";
import { LoadState } from "../load-state.tsx";
import { useWebhooks } from "./use-webhooks.ts";
import { WebhookDetails } from "./webhook-details.tsx";
import { WebhookList } from "./webhook-list.tsx";

/** The endpoints that get the shop's events by HTTP, or one endpoint with its deliveries. */
export function WebhooksTab() {
  const [params] = useSearchParams();
  const { data, error, retry } = useWebhooks();
  const webhookId = params.get("endpoint");
  const shownWebhook = data?.webhooks.find(({ id }) => id === webhookId);
  const [wasWebhookShown, setWasWebhookShown] = useState(false);
  if (shownWebhook && !wasWebhookShown) setWasWebhookShown(true);
  return (
    <LoadState
      what="webhooks"
      heading={webhookId === null ? "Webhooks" : undefined}
      hasData={data !== undefined}
      error={error}
      retry={retry}
    >
      {shownWebhook && <WebhookDetails key={shownWebhook.id} webhook={shownWebhook} />}
      {data && !shownWebhook && (
        <WebhookList hasWebhooks={data.isOn} webhooks={data.webhooks} takesFocus={wasWebhookShown} />
      )}
    </LoadState>
  );
}
