import type { ReactNode } from "react";
import { useId } from "react";
import { formatDateTime } from "../../../../shared/dates.ts";
import { formatMoney } from "../../../../shared/money.ts";
import type { Receipt as ReceiptData } from "../../../../shared/order.ts";
import { TICKET, variantLabel } from "../../../../shared/product.ts";
import { brand } from "../../../../shared/site/brand.ts";
import { cx } from "../../ui/class-names.ts";
import { Logo } from "../../ui/logo.tsx";
import styles from "./receipt.module.css";

const DELIVERY = { ship: "Ship", "pick-up": "Pick up", none: undefined } as const satisfies Record<
  ReceiptData["delivery"],
  string | undefined
>;

function Fact({ label, children, mono = false }: { label: string; children: ReactNode; mono?: boolean }) {
  if (!children) return null;
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd className={cx(mono && "mono")}>{children}</dd>
    </div>
  );
}

function Item({ item }: { item: ReceiptData["items"][number] }) {
  const variant = variantLabel(item);
  return (
    <tr>
      <th scope="row">
        {item.name}
        {item.category === TICKET && " (Ticket)"}
        {variant && <span className={styles.variant}>{variant}</span>}
      </th>
      <td className="mono">
        {item.quantity} × {formatMoney(item.priceEach)}
      </td>
      <td className="mono">{formatMoney(item.lineTotal)}</td>
    </tr>
  );
}

function Sum({
  label,
  dollars,
  className,
}: {
  label: string;
  dollars: number;
  className?: string | undefined;
}) {
  return (
    <tr className={className}>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td className="mono">{formatMoney(dollars)}</td>
    </tr>
  );
}

function Items({ receipt }: { receipt: ReceiptData }) {
  return (
    <table className={styles.items}>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {receipt.items.map((item, at) => (
          <Item key={at} item={item} />
        ))}
      </tbody>
      <tfoot>
        <Sum label="Subtotal" dollars={receipt.subtotal} />
        {receipt.shipping > 0 && <Sum label="Shipping" dollars={receipt.shipping} />}
        <Sum label="Total" dollars={receipt.total} className={styles.total} />
      </tfoot>
    </table>
  );
}

/** The receipt, as paper. What the server no longer tells (e-mail and street, a day after payment) is left out. */
export function Receipt({ receipt, title }: { receipt: ReceiptData; title: string }) {
  const titleId = useId();
  const { customer } = receipt;
  return (
    <section aria-labelledby={titleId} className={styles.receipt}>
      <div className={styles.paper}>
        <header className={styles.header}>
          <Logo size={48} />
          <div>
            <h2 id={titleId}>{title}</h2>
            <p>{brand.name}</p>
          </div>
          <p className={styles.stamp} data-status={receipt.status} aria-hidden="true">
            {receipt.status}
          </p>
        </header>
        <dl className={styles.facts}>
          <Fact label="Order number" mono>
            {receipt.orderNumber}
          </Fact>
          <Fact label="Date">{formatDateTime(receipt.date)}</Fact>
          <Fact label="Customer">{customer.name}</Fact>
          <Fact label="E-mail">{customer.email}</Fact>
          <Fact label="Address">{customer.address}</Fact>
          <Fact label="City, state, ZIP">
            {customer.city}, {customer.state} {customer.zip}
          </Fact>
          <Fact label="Delivery">{DELIVERY[receipt.delivery]}</Fact>
        </dl>
        <Items receipt={receipt} />
        <dl className={styles.facts}>
          <Fact label="Payment method">{receipt.paymentMethod}</Fact>
          <Fact label="Transaction ID" mono>
            {receipt.transactionId}
          </Fact>
          <Fact label="Status">{receipt.status}</Fact>
        </dl>
        <p className={styles.foot}>{brand.tagline}</p>
      </div>
    </section>
  );
}
