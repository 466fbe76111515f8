import { SelectField, TextField } from "@aws-amplify/ui-react";
import type { RefundReason } from "../../../../../shared/refund-reason.ts";
import {
  MAX_REFUND_NOTE_LENGTH,
  STRIPE_REASON_LABEL,
  StripeReason,
} from "../../../../../shared/refund-reason.ts";
import styles from "./reason-fields.module.css";

type ReasonFieldsProps = {
  reason: RefundReason;
  onChange: (reason: RefundReason) => void;
  /** False for an order whose customer data was erased, because a note may contain a name. */
  takesNote?: boolean;
  /** Whether money is refunded: only then Stripe gets the reason. */
  isRefund?: boolean;
};

/** Why an admin refunds or cancels: one of Stripe's reasons, and a note. Both may stay empty. */
export function ReasonFields({ reason, onChange, takesNote = true, isRefund = true }: ReasonFieldsProps) {
  const { stripeReason, note = "" } = reason;
  return (
    <div className={styles.fields}>
      <SelectField
        label="Reason"
        descriptiveText={
          isRefund && stripeReason === "fraudulent"
            ? "Stripe then blocks this card and email address."
            : undefined
        }
        value={stripeReason ?? ""}
        onChange={({ target }) => {
          const parsed = StripeReason.safeParse(target.value);
          onChange({ note, stripeReason: parsed.success ? parsed.data : undefined });
        }}
      >
        <option value="">Not given</option>
        {Object.entries(STRIPE_REASON_LABEL).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {takesNote && (
        <TextField
          label="Note"
          descriptiveText="For the order's history. The customer does not see it."
          autoComplete="off"
          maxLength={MAX_REFUND_NOTE_LENGTH}
          value={note}
          onChange={({ target }) => onChange({ stripeReason, note: target.value })}
        />
      )}
    </div>
  );
}
