import { useMutation } from "@tanstack/react-query";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { Order } from "../../../../../shared/order.ts";
import type { StatusMail as Kind } from "../../../../../shared/status-mail.ts";
import { statusMailOf } from "../../../../../shared/status-mail.ts";
import { ApiError } from "../../../api-error.ts";
import { useStore } from "../../../store.ts";
import { Button } from "../../../ui/button.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { undoableChanges } from "../orders/change-order.ts";
import { rereadOrder, writeOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import { DescriptionItem } from "./details-section.tsx";
import styles from "./order-information.module.css";

const MAIL_TEXT = {
  "order-completed": "The customer is told once that the order is complete.",
  "order-ready": "The customer is told once that the order is ready.",
  "order-cancelled": "The customer is told once that the order was cancelled.",
} as const satisfies Record<Kind, string>;

/** The mail about the order's status, with a button that sends it again. Hidden while the mail waits for 'Undo'. */
export function StatusMail({ order }: { order: Order }) {
  const { orderId, version, undeliverable } = order;
  const kind = statusMailOf(order);
  const isWaiting = useStore(undoableChanges).some((change) => change.orderId === orderId);
  const { mutate, isPending } = useMutation({
    mutationFn: () => adminCall(adminApi.sendMailAgain, { params: { id: orderId }, body: { version } }),
    onSuccess: (updatedOrder) => {
      writeOrder(updatedOrder);
      toast.success("The email is sent again");
    },
    onError: (failure) => {
      console.error("The mail could not be sent again", failure);
      if (failure instanceof ApiError && failure.status === 409) void rereadOrder(orderId);
      toast.error(failure instanceof ApiError ? failure.message : "Failed to send. Please try again.");
    },
  });
  if (!kind || isWaiting || undeliverable) return null;
  return (
    <DescriptionItem name="Email">
      <p className={styles.mailText}>{MAIL_TEXT[kind]}</p>
      <Button variant="secondary" icon="mail" loading={isPending} onClick={() => isPending || mutate()}>
        Send again
      </Button>
    </DescriptionItem>
  );
}
