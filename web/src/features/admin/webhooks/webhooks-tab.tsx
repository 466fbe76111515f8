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
  const openWebhook = data?.webhooks.find(({ id }) => id === params.get("endpoint"));
  const [wasWebhookOpened, setWasWebhookOpened] = useState(false);
  if (openWebhook && !wasWebhookOpened) setWasWebhookOpened(true);
  return (
    <LoadState what="webhooks" hasData={data !== undefined} error={error} retry={retry}>
      {openWebhook && <WebhookDetails key={openWebhook.id} webhook={openWebhook} />}
      {data && !openWebhook && (
        <WebhookList hasWebhooks={data.isOn} webhooks={data.webhooks} takesFocus={wasWebhookOpened} />
      )}
    </LoadState>
  );
}
