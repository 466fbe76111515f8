import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Webhook } from "../../../../../shared/webhooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { useWebhookAction } from "./use-webhooks.ts";
import styles from "./webhook-actions.module.css";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { answerText } from "./webhook-text.ts";

/** What an admin can do with an endpoint. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [openDialog, setOpenDialog] = useState<"edit" | "remove">();
  const [secret, setSecret] = useState<string>();
  const params = { id: webhook.id };
  const isPaused = webhook.state === "paused";
  const test = useWebhookAction(
    () => adminCall(adminApi.testWebhook, { params }),
    (delivery) =>
      delivery.state === "delivered"
        ? toast.success(`The test event arrived: ${answerText(delivery)}`)
        : toast.error(`The test event failed: ${answerText(delivery)}`),
  );
  const changeState = useWebhookAction(
    () => adminCall(adminApi.changeWebhookState, { params, body: { state: isPaused ? "active" : "paused" } }),
    ({ state }) => toast.success(state === "paused" ? "Endpoint paused" : "Endpoint resumed"),
  );
  const renew = useWebhookAction(
    () => adminCall(adminApi.renewWebhookSecret, { params }),
    (renewed) => setSecret(renewed.secret),
  );
  return (
    <div className={styles.actions}>
      <Button
        icon="send"
        loading={test.isPending}
        loadingText="Sending..."
        onClick={() => test.mutate(undefined)}
      >
        Send a test event
      </Button>
      <Button variant="secondary" icon="edit" onClick={() => setOpenDialog("edit")}>
        Edit
      </Button>
      <Button
        variant="secondary"
        icon={isPaused ? "play" : "pause"}
        loading={changeState.isPending}
        onClick={() => changeState.mutate(undefined)}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
      <Button
        variant="secondary"
        icon="lock"
        loading={renew.isPending}
        onClick={() => renew.mutate(undefined)}
      >
        New secret
      </Button>
      <Button variant="secondary" icon="trash" onClick={() => setOpenDialog("remove")}>
        Remove
      </Button>
      <WebhookDialog
        open={openDialog === "edit"}
        webhook={webhook}
        onClose={() => setOpenDialog(undefined)}
      />
      <RemoveDialog
        open={openDialog === "remove"}
        webhook={webhook}
        onClose={() => setOpenDialog(undefined)}
      />
      <Dialog open={secret !== undefined} onClose={() => setSecret(undefined)} title="The new secret" sheet>
        {secret !== undefined && (
          <ShownSecret secret={secret} isRenewed onClose={() => setSecret(undefined)} />
        )}
      </Dialog>
    </div>
  );
}
