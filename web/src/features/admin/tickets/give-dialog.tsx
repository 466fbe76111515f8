import { TextField } from "@aws-amplify/ui-react";
import { useId, useState, type FormEvent } from "react";
import {
  adminTicketsApi,
  MAX_MAILED_TICKETS,
  type AdminEventRow,
} from "../../../../../shared/api-tickets.ts";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { ApiError } from "../../../api-error.ts";
import { adminCall } from "../auth/admin-call.ts";
import { FormDialog } from "../form-dialog.tsx";
import { countText } from "../count-text.ts";
import { toast } from "../toast.ts";
import { useFieldErrors } from "../use-field-errors.ts";
import styles from "./give-dialog.module.css";
import { createGift, giftErrors, type Gift } from "./gift.ts";
import { useTicketAction } from "./use-tickets.ts";

type GiveDialogProps = { open: boolean; event: AdminEventRow; onClose: () => void };

/** The form for complimentary tickets, in a dialog. */
export function GiveDialog({ open, event, onClose }: GiveDialogProps) {
  const formId = useId();
  const nameRef = useFocusOnOpen<HTMLInputElement>(open);
  const [gift, setGift] = useState(createGift);
  const giveMutation = useTicketAction(
    (body: Gift) => adminCall(adminTicketsApi.giveTickets, { params: { id: event.productId }, body }),
    ({ tickets }) => {
      toast.success(`${countText(tickets.length, "ticket")} sent to ${gift.email}`);
      setGift(createGift());
      onClose();
    },
    { isErrorShown: true },
  );
  const { formRef, errors, showErrors, clearErrors } = useFieldErrors(giveMutation.error);
  /** Closes the dialog. Keeps the typed values for the next time, and removes the errors. */
  const close = () => {
    // 409: the id is already used for other values. The message asks to open the form again, which then needs a new id.
    if (giveMutation.error instanceof ApiError && giveMutation.error.status === 409)
      setGift({ ...gift, requestId: crypto.randomUUID() });
    showErrors({});
    giveMutation.reset();
    onClose();
  };
  const editGift = (change: Partial<Gift>) => {
    setGift({ ...gift, ...change });
    clearErrors(...Object.keys(change));
  };
  const submit = (submission: FormEvent) => {
    submission.preventDefault();
    if (giveMutation.isPending) return;
    const newErrors = giftErrors(gift);
    showErrors(newErrors);
    if (Object.keys(newErrors).length === 0) giveMutation.mutate(gift);
  };
  // While the gift is sent, its fields are read-only and not disabled, because a disabled field loses the focus.
  const field = (name: "name" | "email" | "reason") => ({
    name,
    autoComplete: "off",
    isReadOnly: giveMutation.isPending,
    value: gift[name],
    hasError: errors[name] !== undefined,
    errorMessage: errors[name],
    onChange: ({ target }: { target: { value: string } }) => editGift({ [name]: target.value }),
  });
  return (
    <FormDialog
      open={open}
      title="Give tickets"
      formId={formId}
      actionText="Send"
      pendingText="Sending..."
      isPending={giveMutation.isPending}
      error={giveMutation.error}
      onClose={close}
    >
      <form ref={formRef} id={formId} noValidate onSubmit={submit} className={styles.form}>
        <p>Tickets for {event.name} that nobody pays. The number of tickets for sale does not change.</p>
        <TextField ref={nameRef} label="Name" {...field("name")} />
        <TextField label="Email" type="email" inputMode="email" {...field("email")} />
        <TextField
          label="Reason"
          descriptiveText="For the back office only: the guest does not see it."
          {...field("reason")}
        />
        <TextField
          label="Number of tickets"
          name="quantity"
          type="number"
          min={1}
          max={MAX_MAILED_TICKETS}
          isReadOnly={giveMutation.isPending}
          value={String(gift.quantity || "")}
          hasError={errors["quantity"] !== undefined}
          errorMessage={errors["quantity"]}
          onChange={({ target }) => editGift({ quantity: Number(target.value) })}
        />
      </form>
    </FormDialog>
  );
}
