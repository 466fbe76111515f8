import type { ReactNode } from "react";
import { useId } from "react";
import { formatCustomerTime } from "../../../../../shared/zoned-time.ts";
import type { Receipt as ReceiptData } from "../../../../../shared/receipt-data.ts";
import { cityLine, cityLineLabel } from "../../../../../shared/postal-address.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import { sellerLines } from "../../../../../shared/site/address-and-hours.ts";
import { brand } from "../../../../../shared/site/brand.ts";
import { cx } from "../../../ui/class-names.ts";
import { Logo } from "../../../ui/logo.tsx";
import { receiptAmountsOf } from "../../../../../shared/order-total.ts";
import { OrderTable } from "../order-table.tsx";
import styles from "./receipt.module.css";

const DELIVERY_LABELS = { ship: "Ship", "pick-up": "Pick up", none: undefined } as const satisfies Record<
  ReceiptData["delivery"],
  string | undefined
>;

function DescriptionItem({
  label,
  children,
  mono = false,
}: {
  label: string;
  children: ReactNode;
  mono?: boolean;
}) {
  if (!children) return null;
  return (
    <div className={styles.descriptionItem}>
      <dt>{label}</dt>
      <dd className={cx(mono && "mono")}>{children}</dd>
    </div>
  );
}

/** The receipt, styled as paper. One day after the payment, the server leaves out email and streets. */
export function Receipt({ receipt, title }: { receipt: ReceiptData; title: string }) {
  const titleId = useId();
  const { customer, shipTo } = receipt;
  return (
    <section aria-labelledby={titleId} className={styles.receipt}>
      <div data-surface="paper" className={styles.paper}>
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
        <dl className={styles.descriptionList}>
          <DescriptionItem label="Order number" mono>
            {receipt.orderNumber}
          </DescriptionItem>
          <DescriptionItem label="Date">{formatCustomerTime(receipt.date)}</DescriptionItem>
          <DescriptionItem label="Customer">{customer.name}</DescriptionItem>
          <DescriptionItem label="Email">{customer.email}</DescriptionItem>
          <DescriptionItem label="Address">{customer.address}</DescriptionItem>
          <DescriptionItem label={cityLineLabel(customer)}>{cityLine(customer)}</DescriptionItem>
          <DescriptionItem label="Delivery">{DELIVERY_LABELS[receipt.delivery]}</DescriptionItem>
          <DescriptionItem label="Ship to">
            {shipTo && [shipTo.address, cityLine(shipTo)].filter(Boolean).join(", ")}
          </DescriptionItem>
        </dl>
        <OrderTable
          items={receipt.items.map((item) => ({ ...item, variant: variantLabel(item) }))}
          amounts={receiptAmountsOf(receipt)}
        />
        <dl className={styles.descriptionList}>
          <DescriptionItem label="Payment method">{receipt.paymentMethod}</DescriptionItem>
          <DescriptionItem label="Transaction ID" mono>
            {receipt.transactionId}
          </DescriptionItem>
          <DescriptionItem label="Status">{receipt.status}</DescriptionItem>
          <DescriptionItem label="Sold by">
            {sellerLines.map((sellerLine) => (
              <span key={sellerLine} className={styles.sellerLine}>
                {sellerLine}
              </span>
            ))}
          </DescriptionItem>
        </dl>
        <p className={styles.foot}>{brand.tagline}</p>
      </div>
    </section>
  );
}
