import { TextField } from "@aws-amplify/ui-react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef } from "react";
import { MAX_TRACKING_LENGTH } from "../../../../../shared/api-admin.ts";
import { ORDER_STATUS, statusObstacle } from "../../../../../shared/order-status.ts";
import { summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { statusMailOf } from "../../../../../shared/status-mail.ts";
import { Button } from "../../../ui/button.tsx";
import { adminMessages, fieldErrorText } from "../admin-messages.ts";
import { CopyButton } from "../copy-button.tsx";
import { changeOrder, mustReread } from "../orders/change-order.ts";
import { rereadOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import { DescriptionItem } from "./details-section.tsx";
import styles from "./tracking-form.module.css";
import {
  trackingDraftAfterSave,
  numberInForm,
  TRACKING_DRAFT,
  type TrackingDraft,
  withTypedNumber,
} from "./tracking-draft.ts";
import { useDraft } from "./use-draft.ts";

const createEmptyDraft = (): TrackingDraft => ({});

/**
 * The form for the tracking number. Saving also completes a pending order, unless its state forbids it. The customer of a completed
 * order gets a mail about each new number.
 */
export function TrackingForm({ order }: { order: Order }) {
  const [draft, setDraft] = useDraft(TRACKING_DRAFT, order.orderId, createEmptyDraft);
  const { orderId, tracking: savedNumber = "" } = order;
  const fieldRef = useRef<HTMLInputElement>(null);
  const { text, isOutdated, isUnsaved } = numberInForm(draft, savedNumber);
  const completesOrder =
    order.orderStatus === ORDER_STATUS.pending && !statusObstacle(summaryOf(order), ORDER_STATUS.completed);
  // The customer gets a mail about a tracking number only if the order is completed, and none after a full refund.
  const sendsMail = completesOrder || statusMailOf(order) === "order-completed";
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ tracking }: { tracking: string; previousNumber: string }) => {
      const orderStatus = completesOrder ? ORDER_STATUS.completed : order.orderStatus;
      return changeOrder(summaryOf(order), { orderStatus, tracking });
    },
    onSuccess: (_, { tracking, previousNumber }) => {
      setDraft((current) => trackingDraftAfterSave(current, previousNumber, tracking));
      toast.success(completesOrder ? "Order completed" : "Tracking number saved");
    },
    onError: (failure, { tracking, previousNumber }) => {
      console.error("The tracking number could not be saved", failure);
      if (!mustReread(failure)) return;
      void rereadOrder(orderId).then((latestOrder) => {
        const isSaved = latestOrder !== undefined && (latestOrder.tracking ?? "") === tracking;
        if (isSaved) setDraft((current) => trackingDraftAfterSave(current, previousNumber, tracking));
      });
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // Enter submits the form even without a button, and would then send an unchanged or outdated number.
    if (!isUnsaved || isOutdated || isPending) return;
    const tracking = text.trim();
    setDraft((current) => ({ ...current, knownNumbers: [savedNumber, tracking] }));
    mutate({ tracking, previousNumber: savedNumber });
  };
  /** Stores the admin's decision which number to keep. */
  const decide = (newDraft: TrackingDraft) => {
    setDraft(() => newDraft);
    fieldRef.current?.focus();
  };
  return (
    <DescriptionItem name="Tracking" isStacked>
      <form onSubmit={onSubmit} className={styles.form}>
        <TextField
          ref={fieldRef}
          label="Tracking number"
          labelHidden
          placeholder="Tracking number"
          maxLength={MAX_TRACKING_LENGTH}
          value={text}
          hasError={error !== null && isUnsaved}
          errorMessage={error && fieldErrorText(error, "tracking", adminMessages.trackingFailed)}
          onChange={({ target }) =>
            setDraft((current) => withTypedNumber(current, target.value, savedNumber))
          }
          className={styles.field ?? ""}
        />
        {isUnsaved && !isOutdated && (
          <Button type="submit" variant="secondary" loading={isPending}>
            {completesOrder ? "Complete order" : "Save"}
          </Button>
        )}
        {savedNumber && !isUnsaved && <CopyButton what="tracking number" text={savedNumber} />}
        {isOutdated && (
          <>
            <p role="status" className={styles.hint}>
              Since you typed, the number was {savedNumber ? `changed to ${savedNumber}` : "removed"}.
            </p>
            <Button variant="secondary" onClick={() => decide({ ...draft, knownNumbers: [savedNumber] })}>
              Keep the typed number
            </Button>
            <Button variant="secondary" onClick={() => decide(createEmptyDraft())}>
              Discard the typed number
            </Button>
          </>
        )}
        {sendsMail && <p className={styles.hint}>The customer is told each new number by email.</p>}
      </form>
    </DescriptionItem>
  );
}
