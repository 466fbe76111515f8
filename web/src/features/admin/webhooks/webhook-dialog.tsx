import { useId, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Webhook, WebhookInput } from "../../../../../shared/webhooks.ts";
import { ApiError } from "../../../api-error.ts";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { adminCall } from "../auth/admin-call.ts";
import { FormDialog } from "../form-dialog.tsx";
import { toast } from "../toast.ts";
import { ShownSecret } from "./shown-secret.tsx";
import { useWebhookAction } from "./use-webhooks.ts";
import { WebhookForm } from "./webhook-form.tsx";

type WebhookDialogProps = {
  open: boolean;
  /** The endpoint to change. If undefined, the dialog adds a new endpoint and then shows the endpoint's secret. */
  webhook?: Webhook;
  onClose: () => void;
};

export function WebhookDialog({ open, webhook, onClose }: WebhookDialogProps) {
  const formId = useId();
  const addressRef = useFocusOnOpen<HTMLInputElement>(open);
  const [secret, setSecret] = useState<string>();
  const noticeRef = useFocusOnOpen<HTMLDivElement>(secret !== undefined);
  // A submit after a failure sends the same id, also if the form was closed since, so that the server adds the endpoint only once.
  const [requestId, setRequestId] = useState<string>(() => crypto.randomUUID());
  const saveMutation = useWebhookAction(
    async ({ input: body, shown }: { input: WebhookInput; shown: WebhookInput }) => {
      if (!webhook) return (await adminCall(adminApi.createWebhook, { body: { requestId, ...body } })).secret;
      await adminCall(adminApi.updateWebhook, {
        params: { id: webhook.id },
        body: { ...body, shown },
      });
      return undefined;
    },
    (newSecret) => {
      if (newSecret !== undefined) return setSecret(newSecret);
      toast.success("Endpoint saved");
      onClose();
    },
    { isErrorShown: true },
  );
  const close = () => {
    // If the dialog shows a secret, the endpoint was added with this id. 409: the id is already used for other values.
    const isIdUsed =
      secret !== undefined || (saveMutation.error instanceof ApiError && saveMutation.error.status === 409);
    if (isIdUsed) setRequestId(crypto.randomUUID());
    setSecret(undefined);
    saveMutation.reset();
    onClose();
  };
  const title = webhook ? "Edit endpoint" : "Add endpoint";
  return (
    <FormDialog
      open={open}
      title={secret === undefined ? title : "The endpoint's secret"}
      formId={secret === undefined ? formId : undefined}
      actionText="Save"
      pendingText="Saving..."
      isPending={saveMutation.isPending}
      error={saveMutation.error}
      wide={secret === undefined}
      onClose={close}
    >
      {secret === undefined ? (
        <WebhookForm
          id={formId}
          addressRef={addressRef}
          initialInput={webhook ?? { url: "", description: "", types: ["OrderPaid"] }}
          isSaving={saveMutation.isPending}
          error={saveMutation.error}
          onSave={saveMutation.mutate}
        />
      ) : (
        <ShownSecret secret={secret} noticeRef={noticeRef} onClose={close} />
      )}
    </FormDialog>
  );
}
