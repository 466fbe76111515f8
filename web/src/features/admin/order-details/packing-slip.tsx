import { useEffect } from "react";
import { createPortal } from "react-dom";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import type { Order } from "../../../../../shared/order.ts";
import { TICKET, variantLabel } from "../../../../../shared/product.ts";
import { brand } from "../../../../../shared/site/brand.ts";
import { deliveryText } from "./order-text.ts";
import styles from "./packing-slip.module.css";

/** Prints a list of the items in the parcel, without prices. The list is hidden on the screen. */
export function PackingSlip({ order, onPrinted }: { order: Order; onPrinted: () => void }) {
  useEffect(() => {
    window.addEventListener("afterprint", onPrinted, { once: true });
    // Print in a later task, because the browser has to lay out the slip first.
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener("afterprint", onPrinted);
    };
  }, [onPrinted]);
  const { billingInfo: billing } = order;
  const [tickets, parcel] = [true, false].map((isTicket) =>
    order.items.filter(({ category }) => (category === TICKET) === isTicket),
  );
  return createPortal(
    <div className={styles.slip}>
      <header>
        <p className={styles.brand}>{brand.name}</p>
        <h1>Packing slip</h1>
      </header>
      <p>
        Order {order.orderId}
        <br />
        {formatShopTime(order.orderDate)}
      </p>
      <p>
        <strong>
          {billing?.firstName} {billing?.lastName}
        </strong>
        {billing?.company && (
          <>
            <br />
            {billing.company}
          </>
        )}
        <br />
        {deliveryText(order)}
      </p>
      <table>
        <thead>
          <tr>
            <th>Packed</th>
            <th>Quantity</th>
            <th>Item</th>
          </tr>
        </thead>
        <tbody>
          {parcel?.map((item) => (
            <tr key={`${item.productId} ${item.variantId ?? ""}`}>
              <td>☐</td>
              <td>{item.quantity}</td>
              <td>
                {item.name}
                {variantLabel(item) && `, ${variantLabel(item)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {tickets && tickets.length > 0 && (
        <p>
          Not in the parcel:{" "}
          {tickets.map(({ quantity, name }) => `${quantity} × ${name} (Ticket)`).join(", ")}
        </p>
      )}
      <p>Thank you for your order.</p>
    </div>,
    document.body,
  );
}
