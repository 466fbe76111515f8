import { ORDER_STATUS } from "../../../../../shared/order-status.ts";
import type { Payment } from "./use-payment.ts";

/** Whether the order is waiting to be picked up, and its receipt is still full: later the shop tells no codes. */
export const mayGetPickUpCode = ({ receipt }: Payment): boolean =>
  receipt.delivery === "pick-up" &&
  receipt.orderStatus !== ORDER_STATUS.completed &&
  receipt.customer.email !== undefined;
