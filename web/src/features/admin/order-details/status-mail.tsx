import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { dueMail, mailWaitMs } from "../../../../../shared/due-mail.ts";
import type { Order } from "../../../../../shared/order.ts";
import type { StatusMail as MailKind } from "../../../../../shared/status-mail.ts";
import { statusMailOf } from "../../../../../shared/status-mail.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { adminMessages, errorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { rereadOrder, writeOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import { DescriptionItem } from "./details-section.tsx";
import styles from "./order-information.module.css";

const MAIL_TEXT = {
  "order-completed": "The customer gets one email that the order is complete.",
  "order-ready": "The customer gets one email that the order is ready.",
  "order-cancelled": "The customer gets one email that the order was cancelled.",
} as const satisfies Record<MailKind, string>;

/** Whether the mail about the order's status may still be in the queue. */
function useIsMailQueued(history: Order["history"]): boolean {
  const [waitMs, setWaitMs] = useState(() => mailWaitMs(history, Date.now()));
  useEffect(() => {
    const timer = setTimeout(() => setWaitMs(0), waitMs);
    return () => clearTimeout(timer);
  }, [waitMs]);
  return waitMs > 0;
}

/**
 * The mail about the order's status, and a button that sends the mail again. Hidden until the mail has been sent. Also hidden
 * if no mail is sent to the customer's address any more, or if the customer's data was erased.
 */
export function StatusMail({ order }: { order: Order }) {
  const kind = statusMailOf(order);
  if (!kind || order.undeliverable || order.erased) return null;
  // A change with a mail gives the item a new key. So the item is mounted again, and hidden until the new mail is sent.
  return <StatusMailItem key={dueMail(order.history)?.at} order={order} kind={kind} />;
}

function StatusMailItem({ order, kind }: { order: Order; kind: MailKind }) {
  const { orderId, version } = order;
  const isQueued = useIsMailQueued(order.history);
  const { mutate, isPending } = useMutation({
    mutationFn: () => adminCall(adminApi.sendMailAgain, { params: { id: orderId }, body: { version } }),
    onSuccess: (updatedOrder) => {
      writeOrder(updatedOrder);
      toast.success("The email is sent again");
    },
    onError: (failure) => {
      console.error("The mail could not be sent again", failure);
      if (failure instanceof ApiError && failure.status === 409) void rereadOrder(orderId);
      toast.error(errorText(failure, adminMessages.mailFailed));
    },
  });
  if (isQueued) return null;
  return (
    <DescriptionItem name="Email">
      <p className={styles.mailText}>{MAIL_TEXT[kind]}</p>
      <Button
        variant="secondary"
        icon="mail"
        loading={isPending}
        onClick={() => {
          if (!isPending) mutate();
        }}
      >
        Send again
      </Button>
    </DescriptionItem>
  );
}
