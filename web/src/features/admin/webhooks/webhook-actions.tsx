import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Webhook } from "../../../../../shared/webhooks.ts";
import { Button } from "../../../ui/button.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { useWebhookAction } from "./use-webhooks.ts";
import styles from "./webhook-actions.module.css";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { answerText } from "./webhook-text.ts";

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [shownDialog, setShownDialog] = useState<"edit" | "secret" | "remove">();
  const params = { id: webhook.id };
  const isPaused = webhook.state === "paused";
  const sendTestMutation = useWebhookAction(
    () => adminCall(adminApi.testWebhook, { params }),
    (delivery) =>
      delivery.state === "delivered"
        ? toast.success(`The test event arrived: ${answerText(delivery)}`)
        : toast.error(`The test event failed: ${answerText(delivery)}`),
  );
  const changeStateMutation = useWebhookAction(
    () => adminCall(adminApi.changeWebhookState, { params, body: { state: isPaused ? "active" : "paused" } }),
    ({ state }) => toast.success(state === "paused" ? "Endpoint paused" : "Endpoint resumed"),
  );
  return (
    <div className={styles.actions}>
      <Button
        icon="send"
        loading={sendTestMutation.isPending}
        loadingText="Sending..."
        onClick={() => sendTestMutation.mutate(undefined)}
      >
        Send a test event
      </Button>
      <Button variant="secondary" icon="edit" onClick={() => setShownDialog("edit")}>
        Edit
      </Button>
      <Button
        variant="secondary"
        icon={isPaused ? "play" : "pause"}
        loading={changeStateMutation.isPending}
        onClick={() => changeStateMutation.mutate(undefined)}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button variant="secondary" icon="lock" onClick={() => setShownDialog("secret")}>
        New secret
      </Button>
      <Button variant="secondary" icon="trash" onClick={() => setShownDialog("remove")}>
        Remove
      </Button>
      <WebhookDialog
        open={shownDialog === "edit"}
        webhook={webhook}
        onClose={() => setShownDialog(undefined)}
      />
      <RemoveDialog
        open={shownDialog === "remove"}
        webhook={webhook}
        onClose={() => setShownDialog(undefined)}
      />
      <SecretDialog
        open={shownDialog === "secret"}
        webhook={webhook}
        onClose={() => setShownDialog(undefined)}
      />
    </div>
  );
}
