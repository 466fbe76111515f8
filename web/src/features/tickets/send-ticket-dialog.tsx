import type { FormEvent, Ref } from "react";
import type { TicketView } from "../../../../shared/tickets/ticket.ts";
import { ticketNumberText, titlesOf } from "../../tickets/ticket-text.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/controls.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useFocusOnOpen } from "../../ui/use-focus-on-open.ts";
import styles from "./send-ticket-dialog.module.css";
import type { OnSent } from "./send-ticket.ts";
import { useSendTicket } from "./send-ticket.ts";

type SendTicketFormProps = {
  ticket: TicketView;
  nameRef: Ref<HTMLInputElement>;
  onClose: () => void;
  onSent: OnSent;
  onFailed: () => void;
};

function SendTicketForm({ ticket, nameRef, onClose, onSent, onFailed }: SendTicketFormProps) {
  const { formRef, problem, isSending, submit, control } = useSendTicket(ticket, onSent, onFailed);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form ref={formRef} noValidate className={styles.form} onSubmit={onSubmit}>
      <p>
        <strong>
          {ticketNumberText(ticket)}, {titlesOf(ticket).title}
        </strong>
      </p>
      <p>
        Your friend gets this ticket by email, with a new code. Your own code stops working at once, and only
        your friend can send the ticket back.
      </p>
      <Field name="name" label="Your friend’s name" error={problem.fields["name"]} required>
        <Input ref={nameRef} type="text" autoComplete="off" maxLength={100} {...control("name")} />
      </Field>
      <Field name="email" label="Your friend’s email" error={problem.fields["email"]} required>
        <Input type="email" inputMode="email" autoComplete="off" maxLength={254} {...control("email")} />
      </Field>
      <div role="alert">{problem.text && <Notice tone="danger">{problem.text}</Notice>}</div>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onClose}>
          Keep It
        </Button>
        <Button type="submit" loading={isSending} loadingText="Sending...">
          Send Ticket
        </Button>
      </div>
    </form>
  );
}

type SendTicketDialogProps = {
  /** The ticket to send; undefined while the dialog is closed. */
  ticket: TicketView | undefined;
  onClose: () => void;
  onSent: OnSent;
  onFailed: () => void;
};

/** Sends a ticket to somebody else. Asks for the person's name and email address. */
export function SendTicketDialog({ ticket, ...handlers }: SendTicketDialogProps) {
  const nameRef = useFocusOnOpen<HTMLInputElement>(ticket !== undefined);
  return (
    <Dialog open={ticket !== undefined} onClose={handlers.onClose} title="Send this ticket to a friend" sheet>
      {ticket && <SendTicketForm key={ticket.ticketId} ticket={ticket} nameRef={nameRef} {...handlers} />}
    </Dialog>
  );
}
