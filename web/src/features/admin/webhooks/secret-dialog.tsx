import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { OLD_SECRET_HOURS, type Webhook } from "../../../../../shared/webhooks.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { adminCall } from "../auth/admin-call.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { useWebhookAction } from "./use-webhooks.ts";

type SecretDialogProps = { open: boolean; webhook: Webhook; onClose: () => void };

/** Asks the admin for confirmation, creates a new secret, and shows the secret. */
export function SecretDialog({ open, webhook, onClose }: SecretDialogProps) {
  const [secret, setSecret] = useState<string>();
  // A try after a failure sends the same id, so that only one new secret is made. If the dialog is opened again, it has a new id,
  // because the admin then wants another secret.
  const [requestId, setRequestId] = useState<string>(() => crypto.randomUUID());
  const renewMutation = useWebhookAction(
    () => adminCall(adminApi.renewWebhookSecret, { params: { id: webhook.id }, body: { requestId } }),
    ({ secret: newSecret }) => setSecret(newSecret),
  );
  const noticeRef = useFocusOnOpen<HTMLDivElement>(secret !== undefined);
  const close = () => {
    setSecret(undefined);
    setRequestId(crypto.randomUUID());
    onClose();
  };
  return (
    <>
      <ConfirmDialog
        open={open && secret === undefined}
        title="New secret"
        actionText="Make a new secret"
        pendingText="Making it..."
        isPending={renewMutation.isPending}
        onConfirm={() => renewMutation.mutate(undefined)}
        onClose={close}
      >
        The program at <strong>{webhook.url}</strong> has to learn the new secret within {OLD_SECRET_HOURS}{" "}
        hours. Until then, the secrets that are valid now stay valid too.
      </ConfirmDialog>
      <Dialog open={open && secret !== undefined} onClose={close} title="The new secret" sheet>
        {secret !== undefined && (
          <ShownSecret secret={secret} isRenewed noticeRef={noticeRef} onClose={close} />
        )}
      </Dialog>
    </>
  );
}
