import { Link } from "../../../router/link.tsx";
import { orderUrl } from "./order-url.ts";

type OrderName = { orderId: string; orderNumber?: string | undefined };

/** 'Order BV-1042' with a no-break space; for an order without a number, 'Order' and the end of its id. */
export const orderLabel = ({ orderId, orderNumber }: OrderName): string =>
  `Order\u00A0${orderNumber ?? orderId.slice(-6)}`;

export function OrderLink({ order }: { order: OrderName }) {
  return <Link to={orderUrl(order.orderId)}>{orderLabel(order)}</Link>;
}
