import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Webhook } from "../../../../../shared/webhooks.ts";
import { useNavigate } from "../../../router/hooks.ts";
import { adminCall } from "../auth/admin-call.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { toast } from "../toast.ts";
import { useWebhookAction } from "./use-webhooks.ts";
import { webhookListUrl } from "./webhook-url.ts";

type RemoveDialogProps = { open: boolean; webhook: Webhook; onClose: () => void };

/** Asks the admin for confirmation before an endpoint is removed. */
export function RemoveDialog({ open, webhook, onClose }: RemoveDialogProps) {
  const navigate = useNavigate();
  const removeMutation = useWebhookAction(
    () => adminCall(adminApi.deleteWebhook, { params: { id: webhook.id } }),
    () => {
      toast.success("Endpoint removed");
      onClose();
      void navigate(webhookListUrl, { replace: true });
    },
  );
  return (
    <ConfirmDialog
      open={open}
      title="Remove endpoint"
      actionText="Remove"
      pendingText="Removing..."
      isDanger
      isPending={removeMutation.isPending}
      onConfirm={() => removeMutation.mutate(undefined)}
      onClose={onClose}
    >
      The shop sends nothing more to <strong>{webhook.url}</strong>, also not what waits. Its deliveries are
      no longer listed.
    </ConfirmDialog>
  );
}
