import { calendarPath } from "../../../../shared/calendar-path.ts";
import { eventLine } from "../../../../shared/event-text.ts";
import { formatMoney } from "../../../../shared/money.ts";
import { receiptAmountsOf } from "../../../../shared/order-total.ts";
import type { OrderPage } from "../../../../shared/order-page.ts";
import type { Receipt } from "../../../../shared/receipt-data.ts";
import { cityLine } from "../../../../shared/postal-address.ts";
import { variantLabel } from "../../../../shared/product.ts";
import { refundedText } from "../../../../shared/refunded-pieces.ts";
import { formatCustomerTime } from "../../../../shared/zoned-time.ts";
import { printReceipt, saveReceipt } from "../../receipt-file.ts";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Price } from "../../ui/price.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { REFUND_STATUS_TEXT } from "./order-text.ts";
import styles from "./order.module.css";

function Item({ item }: { item: Receipt["items"][number] }) {
  const sizeAndColor = variantLabel(item);
  const refundText = refundedText(item);
  return (
    <li className={styles.item}>
      <ProductImage src={item.imageUrl ?? ""} alt="" sizes="64px" />
      <div>
        <strong>{item.name}</strong>
        <p className={styles.small}>
          {sizeAndColor && `${sizeAndColor} · `}
          {item.quantity} × {formatMoney(item.priceEach)}
        </p>
        {refundText && <p className={styles.refunded}>{refundText}</p>}
        {item.event && (
          <p className={styles.small}>
            {eventLine(item.event)} <a href={calendarPath(item.productId)}>Add to calendar</a>
          </p>
        )}
      </div>
      <Price dollars={item.lineTotal} />
    </li>
  );
}

function Amounts({ page: { receipt } }: { page: OrderPage }) {
  return (
    <dl className={styles.sums}>
      {receiptAmountsOf(receipt).map(({ label, dollars, text }) => (
        <div key={label} className={cx(styles.sum, label === "Total" && styles.total)}>
          <dt>{label}</dt>
          <dd>{text ?? <Price dollars={dollars} />}</dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ page: { receipt, refunds } }: { page: OrderPage }) {
  const { customer, shipTo } = receipt;
  const details: [label: string, lines: (string | undefined)[]][] = [
    ["Customer", [customer.name, customer.email]],
    ["Ship to", shipTo ? [shipTo.address, cityLine(shipTo)] : []],
    ["Payment", [receipt.paymentMethod, receipt.status]],
    ["Ordered", [formatCustomerTime(receipt.date)]],
    [
      "Refunds",
      refunds.map(
        ({ amount, status, at, parts }) =>
          `${formatMoney(amount)}${parts ? ` for ${parts}` : ""}: ${REFUND_STATUS_TEXT[status]}, ${formatCustomerTime(at)}`,
      ),
    ],
  ];
  return (
    <dl className={styles.facts}>
      {details
        .map(([label, lines]) => [label, lines.filter(Boolean)] as const)
        .filter(([, lines]) => lines.length > 0)
        .map(([label, lines]) => (
          <div key={label}>
            <dt>{label}</dt>
            {lines.map((line, i) => (
              <dd key={i}>{line}</dd>
            ))}
          </div>
        ))}
    </dl>
  );
}

/** The items, amounts and details of an order, with buttons that print and save the receipt. */
export function OrderContents({ page }: { page: OrderPage }) {
  return (
    <section aria-labelledby="order-contents" className={`card ${styles.panel}`}>
      <h2 id="order-contents" className={styles.heading}>
        What you bought
      </h2>
      <ul className={styles.list}>
        {page.receipt.items.map((item, i) => (
          <Item key={i} item={item} />
        ))}
      </ul>
      <Amounts page={page} />
      <Details page={page} />
      <div className={styles.actions}>
        <Button variant="secondary" icon="print" onClick={() => printReceipt(page.receipt)}>
          Print Receipt
        </Button>
        <Button variant="secondary" icon="download" onClick={() => saveReceipt(page.receipt)}>
          Save Receipt
        </Button>
      </div>
    </section>
  );
}
