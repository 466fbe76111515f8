import { itemsToPack } from "../../../../../shared/remaining-items.ts";
import { useRef } from "react";
import { createPortal } from "react-dom";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import type { Order } from "../../../../../shared/order.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import { address } from "../../../../../shared/site/address-and-hours.ts";
import { brand } from "../../../../../shared/site/brand.ts";
import { links } from "../../../../../shared/site/links.ts";
import { Logo } from "../../../ui/logo.tsx";
import { Barcode } from "./barcode.tsx";
import { addressLines, deliveryText, ticketTextsOf } from "./order-text.ts";
import styles from "./packing-slip.module.css";
import { usePrintWhenReady } from "./use-print-when-ready.ts";

/** A slip with more lines has no pictures, so that it fits on one page. */
const MAX_LINES_WITH_PICTURES = 10;

const Lines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => <span key={line}>{line}</span>);

/** A packing slip: the addresses, and the items in the parcel without prices. */
function Slip({ order }: { order: Order }) {
  const parcelItems = itemsToPack(order);
  const ticketTexts = ticketTextsOf(order);
  const hasPictures = parcelItems.length <= MAX_LINES_WITH_PICTURES;
  return (
    <div className={styles.slip} data-compact={!hasPictures}>
      <header className={styles.header}>
        <div className={styles.sender}>
          <Logo size={56} />
          <p className={styles.lines}>
            <strong className={styles.brand}>{brand.name}</strong>
            <Lines lines={[address.street, `${address.city}, ${address.state} ${address.zip}`]} />
            <span className={styles.label}>Return address</span>
          </p>
        </div>
        <div className={styles.order}>
          <h1>Packing slip</h1>
          {order.orderNumber && <p className={styles.number}>{order.orderNumber}</p>}
          <Barcode text={order.orderId} className={styles.barcode} />
          <p className={styles.orderId}>{order.orderId}</p>
          <p>{formatShopTime(order.orderDate)}</p>
        </div>
      </header>
      <section className={styles.recipient}>
        <p className={styles.label}>{order.shippingInfo ? "Ship to" : deliveryText(order)}</p>
        <p className={styles.lines}>
          <Lines lines={addressLines(order)} />
        </p>
      </section>
      <table>
        <thead>
          <tr>
            <th>Packed</th>
            {hasPictures && <th aria-label="Picture" />}
            <th>Quantity</th>
            <th>Item</th>
          </tr>
        </thead>
        <tbody>
          {parcelItems.map((item) => (
            <tr key={`${item.productId} ${item.variantId ?? ""}`}>
              <td className={styles.box}>☐</td>
              {hasPictures && (
                <td className={styles.picture}>{item.imageUrl && <img src={item.imageUrl} alt="" />}</td>
              )}
              <td className={styles.quantity}>{item.quantity}</td>
              <td>
                <strong>{item.name}</strong>
                {variantLabel(item) && <span className={styles.variant}>{variantLabel(item)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {ticketTexts.length > 0 && <p>Not in the parcel: {ticketTexts.join("; ")}</p>}
      <p className={styles.thanks}>
        Thank you for your order. Questions? Write to {links.email.handle} and name the order number.
      </p>
    </div>
  );
}

type PackingSlipsProps = { orders: readonly Order[]; onPrinted: () => void };

/**
 * Prints a packing slip for each order, on a page of its own. The slips are hidden on the screen. `onPrinted` must be the same
 * function at every render: a new function starts the printing again.
 */
export function PackingSlips({ orders, onPrinted }: PackingSlipsProps) {
  const ref = useRef<HTMLDivElement>(null);
  usePrintWhenReady(ref, onPrinted);
  return createPortal(
    <div ref={ref} className={styles.slips}>
      {orders.map((order) => (
        <Slip key={order.orderId} order={order} />
      ))}
    </div>,
    document.body,
  );
}
