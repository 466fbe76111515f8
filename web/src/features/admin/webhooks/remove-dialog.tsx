import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Webhook } from "../../../../../shared/webhooks.ts";
import { useNavigate } from "../../../router/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import styles from "./remove-dialog.module.css";
import { useWebhookAction } from "./use-webhooks.ts";
import { webhooksUrl } from "./webhook-url.ts";

const keepOpen = () => {};

type RemoveDialogProps = { open: boolean; webhook: Webhook; onClose: () => void };

/** Asks the admin for confirmation before an endpoint is removed. */
export function RemoveDialog({ open, webhook, onClose }: RemoveDialogProps) {
  const navigate = useNavigate();
  const cancelButton = useFocusOnOpen<HTMLButtonElement>(open);
  const remove = useWebhookAction(
    () => adminCall(adminApi.deleteWebhook, { params: { id: webhook.id } }),
    () => {
      toast.success("Endpoint removed");
      onClose();
      void navigate(webhooksUrl, { replace: true });
    },
  );
  return (
    <Dialog
      open={open}
      // A request that has been sent cannot be cancelled.
      onClose={remove.isPending ? keepOpen : onClose}
      title="Remove endpoint"
      role="alertdialog"
      describedBy="remove-webhook"
      footer={
        <div className={styles.actions}>
          <Button ref={cancelButton} variant="secondary" disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            loading={remove.isPending}
            loadingText="Removing..."
            onClick={() => remove.mutate(undefined)}
          >
            Remove
          </Button>
        </div>
      }
    >
      <p id="remove-webhook" className={styles.text}>
        The shop sends nothing more to <strong>{webhook.url}</strong>, also not what waits. Its deliveries are
        no longer listed.
      </p>
    </Dialog>
  );
}
