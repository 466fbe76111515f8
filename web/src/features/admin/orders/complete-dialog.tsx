import { TextField } from "@aws-amplify/ui-react";
import type { FormEvent, Ref } from "react";
import { useState } from "react";
import { MAX_TRACKING_LENGTH } from "../../../../../shared/api-admin.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { numberInForm, TRACKING_DRAFT, type TrackingDraft } from "../order-details/tracking-draft.ts";
import { useDraft } from "../order-details/use-draft.ts";
import styles from "./dialog-form.module.css";
import { orderLabel } from "./order-link.tsx";

const createEmptyDraft = (): TrackingDraft => ({});

type CompleteDialogProps = {
  order: OrderSummary | undefined;
  /** Leaves the order pending. */
  onPostpone: () => void;
  onComplete: (tracking: string) => void;
};

type CompleteFormProps = Omit<CompleteDialogProps, "order"> & {
  order: OrderSummary;
  fieldRef: Ref<HTMLInputElement>;
};

function CompleteForm({ order, fieldRef, onPostpone, onComplete }: CompleteFormProps) {
  const { orderId, tracking: savedNumber = "" } = order;
  const [draft, setDraft] = useDraft(TRACKING_DRAFT, orderId, createEmptyDraft);
  const [text, setText] = useState(() => {
    const numberOfDraft = numberInForm(draft, savedNumber);
    return numberOfDraft.isOutdated ? savedNumber : numberOfDraft.text;
  });
  const changeText = (typedNumber: string) => {
    setText(typedNumber);
    // The admin has seen `savedNumber`, here or in the order's details. So the typed number may replace it (tracking-draft.ts).
    setDraft(() => ({ typedNumber, knownNumbers: [savedNumber] }));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    onComplete(text.trim());
  };
  return (
    <form onSubmit={onSubmit} className={styles.form}>
      <p>
        {orderLabel(order)}: {order.customer.name || "the customer"} is told by email that the parcel is on
        its way, unless told before.
      </p>
      <TextField
        ref={fieldRef}
        label="Tracking number"
        descriptiveText="May stay empty: enter it later in the order's details."
        autoComplete="off"
        maxLength={MAX_TRACKING_LENGTH}
        value={text}
        onChange={({ target }) => changeText(target.value)}
        className={styles.field ?? ""}
      />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onPostpone}>
          Not yet
        </Button>
        <Button type="submit">Complete order</Button>
      </div>
    </form>
  );
}

/** Asks for the tracking number before an order that is shipped is set to 'Completed'. */
export function CompleteDialog({ order, onPostpone, onComplete }: CompleteDialogProps) {
  const fieldRef = useFocusOnOpen<HTMLInputElement>(order !== undefined);
  return (
    <Dialog open={order !== undefined} onClose={onPostpone} title="Was the parcel sent?">
      {order && (
        <CompleteForm order={order} fieldRef={fieldRef} onPostpone={onPostpone} onComplete={onComplete} />
      )}
    </Dialog>
  );
}
