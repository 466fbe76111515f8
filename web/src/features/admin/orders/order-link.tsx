import { paths } from "../../../paths.ts";
import { Link } from "../../../router/link.tsx";

type OrderName = { orderId: string; orderNumber?: string | undefined };

/** 'Order BV-1042' in one piece, or the end of the id of an order without a number. */
export const orderLabel = ({ orderId, orderNumber }: OrderName): string =>
  `Order\u00A0${orderNumber ?? orderId.slice(-6)}`;

/** A link to the details of an order. */
export function OrderLink({ order }: { order: OrderName }) {
  return <Link to={`${paths.adminDashboard}?tab=orders&order=${order.orderId}`}>{orderLabel(order)}</Link>;
}
