import { ORDER_STATUS } from "../../../../../shared/order-status.ts";
import type { Payment } from "./use-payment.ts";

/**
 * Whether the order waits to be picked up and the receipt still has the email address. From one day after the payment,
 * the server sends neither the address nor the code.
 */
export const mayGetPickUpCode = ({ receipt }: Payment): boolean =>
  receipt.delivery === "pick-up" &&
  receipt.orderStatus !== ORDER_STATUS.completed &&
  receipt.noDelivery === undefined &&
  receipt.customer.email !== undefined;
