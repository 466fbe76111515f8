import { Table, TableBody, TableCell, TableFoot, TableHead, TableRow } from "@aws-amplify/ui-react";
import { eventLine } from "../../../../../shared/event-text.ts";
import { lineTotal } from "../../../../../shared/money.ts";
import { amountsOf } from "../../../../../shared/order-total.ts";
import type { Order } from "../../../../../shared/order.ts";
import { TICKET, variantLabel } from "../../../../../shared/product.ts";
import { cx } from "../../../ui/class-names.ts";
import { Price } from "../../../ui/price.tsx";
import { DetailsSection } from "./details-section.tsx";
import styles from "./order-items.module.css";

function SumRow({
  name,
  dollars,
  text,
  isGrandTotal = false,
}: {
  name: string;
  dollars: number;
  /** Shown in place of the amount. */
  text?: string | undefined;
  isGrandTotal?: boolean;
}) {
  return (
    <TableRow className={cx(isGrandTotal && styles.grandTotal)}>
      <TableCell as="th" scope="row" colSpan={3}>
        {name}
      </TableCell>
      <TableCell>{text ?? <Price dollars={dollars} />}</TableCell>
    </TableRow>
  );
}

/** The items of an order, and below them the subtotal, discount, shipping, tax, total, refunds and money taken by disputes. */
export function OrderItems({ order }: { order: Order }) {
  const { items, financialInfo: amounts, shippingInfo } = order;
  const amountParts = { ...amounts, isShipped: shippingInfo !== undefined };
  return (
    <DetailsSection heading="Items">
      <Table className={styles.table ?? ""}>
        <TableHead>
          <TableRow>
            {["Item", "Quantity", "Price", "Total"].map((name) => (
              <TableCell as="th" scope="col" key={name}>
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow key={`${item.productId} ${item.variantId ?? ""}`}>
              <TableCell>
                {item.name}
                {item.category === TICKET && " (Ticket)"}
                {variantLabel(item) && <span className={styles.variant}>{variantLabel(item)}</span>}
                {item.event && <span className={styles.variant}>{eventLine(item.event)}</span>}
                {item.restocked !== undefined && (
                  <span className={styles.variant}>{item.restocked} back in stock</span>
                )}
              </TableCell>
              <TableCell>{item.quantity}</TableCell>
              <TableCell>
                <Price dollars={item.priceEach} />
              </TableCell>
              <TableCell>
                <Price dollars={lineTotal(item.priceEach, item.quantity)} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
        <TableFoot>
          {amountsOf(amountParts, "Grand Total").map(({ label, dollars, text }, i, { length }) => (
            <SumRow key={label} name={label} dollars={dollars} text={text} isGrandTotal={i === length - 1} />
          ))}
          {amounts.refunded > 0 && <SumRow name="Refunded" dollars={amounts.refunded} />}
          {amounts.withdrawn !== undefined && <SumRow name="Taken by disputes" dollars={amounts.withdrawn} />}
        </TableFoot>
      </Table>
    </DetailsSection>
  );
}
