import { TextField } from "@aws-amplify/ui-react";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { MAX_TRACKING_LENGTH } from "../../../../../shared/api-admin.ts";
import { ORDER_STATUS, statusObstacle } from "../../../../../shared/order-status.ts";
import { summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { statusMailOf } from "../../../../../shared/status-mail.ts";
import { Button } from "../../../ui/button.tsx";
import { fieldErrorText } from "../admin-messages.ts";
import { CopyButton } from "../copy-button.tsx";
import { changeOrder } from "../orders/change-order.ts";
import { toast } from "../toast.ts";
import { DescriptionItem } from "./details-section.tsx";
import styles from "./tracking-form.module.css";
import { numberInForm, TRACKING_DRAFT, type TrackingDraft } from "./tracking-draft.ts";
import { useDraft } from "./use-draft.ts";

const createEmptyDraft = (): TrackingDraft => ({});

/** The form for the tracking number. Saving completes a pending order, and the customer gets a mail. */
export function TrackingForm({ order }: { order: Order }) {
  const [draft, setDraft] = useDraft(TRACKING_DRAFT, order.orderId, createEmptyDraft);
  const { tracking: savedNumber = "" } = order;
  const { text, isOutdated, isUnsaved } = numberInForm(draft, savedNumber);
  const completesOrder =
    order.orderStatus === ORDER_STATUS.pending && !statusObstacle(summaryOf(order), ORDER_STATUS.completed);
  // Customers get a mail only about a completed order, and no mail after a refund.
  const sendsMail = completesOrder || statusMailOf(order) === "order-completed";
  const { mutate, isPending, error } = useMutation({
    mutationFn: (tracking: string) => {
      const orderStatus = completesOrder ? ORDER_STATUS.completed : order.orderStatus;
      return changeOrder(summaryOf(order), { orderStatus, tracking });
    },
    onSuccess: (_, tracking) => {
      setDraft((current) => (current.typedNumber?.trim() === tracking ? createEmptyDraft() : current));
      toast.success(completesOrder ? "Order completed" : "Tracking number saved");
    },
    onError: (failure) => console.error("The tracking number could not be saved", failure),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Enter submits the form also without a button. Without this check, it would complete the order, or report a save.
    if (isUnsaved && !isPending) mutate(text.trim());
  };
  return (
    <DescriptionItem name="Tracking">
      <form onSubmit={onSubmit} className={styles.form}>
        <TextField
          label="Tracking number"
          labelHidden
          placeholder="Tracking number"
          maxLength={MAX_TRACKING_LENGTH}
          value={text}
          hasError={error !== null}
          errorMessage={error && fieldErrorText(error, "tracking", "Failed to save the tracking number.")}
          onChange={({ target }) =>
            setDraft(() => ({ typedNumber: target.value, savedNumberWhenTyped: savedNumber }))
          }
          className={styles.field ?? ""}
        />
        {isUnsaved && (
          <Button type="submit" variant="secondary" loading={isPending}>
            {completesOrder ? "Complete order" : "Save"}
          </Button>
        )}
        {savedNumber && !isUnsaved && <CopyButton what="tracking number" text={savedNumber} />}
        {isOutdated && (
          <p role="status" className={styles.hint}>
            You typed {draft.typedNumber || "nothing"}, but did not save it. Since then the number was
            changed.
          </p>
        )}
        {sendsMail && <p className={styles.hint}>The customer is told each new number by email.</p>}
      </form>
    </DescriptionItem>
  );
}
