import type { ComponentType, ReactNode } from "react";
import { useId, useState } from "react";
import type { CartLine } from "../../../../../shared/cart.ts";
import { eventLine } from "../../../../../shared/event-text.ts";
import { formatMoney, lineTotal } from "../../../../../shared/money.ts";
import type { OrderData } from "../../../../../shared/order-data.ts";
import { useCart } from "../../../cart/cart-context.tsx";
import { lineId, linePicture, variantLabelOf } from "../../../cart/cart-line.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Price } from "../../../ui/price.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { amountsOf, SHIPPING_LABEL } from "../../../../../shared/order-total.ts";
import { itemName } from "../item-name.ts";
import type { SalesEndedNoticeProps } from "./sales-ended-notice.tsx";
import styles from "./order-summary.module.css";
import { Placeholder } from "./placeholder.tsx";

/** A summary with more lines scrolls with the page, because it may be higher than the window. */
const MAX_STICKY_LINES = 4;

type SummaryLineProps = SalesEndedNoticeProps & {
  SalesEndedNotice: ComponentType<SalesEndedNoticeProps> | undefined;
};

function SummaryLine({ line, onEnded, SalesEndedNotice }: SummaryLineProps) {
  const { product, quantity } = line;
  const sizeAndColor = variantLabelOf(line);
  return (
    <li className={styles.line}>
      <ProductImage {...linePicture(line)} sizes="72px" eager />
      <div>
        <p className={styles.name}>{itemName(product.name, product.category)}</p>
        {sizeAndColor && <p className={styles.detail}>{sizeAndColor}</p>}
        {product.event && <p className={styles.detail}>{eventLine(product.event)}</p>}
        <p className={styles.detail}>
          Quantity: {quantity}
          {quantity > 1 && ` × ${formatMoney(product.price)}`}
        </p>
      </div>
      <Price dollars={lineTotal(product.price, quantity)} className={styles.amount} />
      {product.event && SalesEndedNotice && <SalesEndedNotice line={line} onEnded={onEnded} />}
    </li>
  );
}

type OrderSummaryProps = Pick<SummaryLineProps, "SalesEndedNotice"> & {
  lines: readonly CartLine[];
  figures: OrderData["fin"];
  /** Whether the total is not known yet, because the shipping rates are not loaded or a discount code is not checked. */
  isTotalUnknown: boolean;
  /** The days on which the order is expected, as text; undefined if it is not shipped or the stage promises no days. */
  arrivalDays: string | undefined;
  /** Says why no tax is shown; undefined in a stage without tax. */
  taxLine: ReactNode;
  /** The code of the discount in `figures`. */
  discountCode: string | undefined;
};

/**
 * The cart's lines and amounts in dollars. Up to a width of 768 px, only the total is shown at first, unless a ticket
 * cannot be bought any more.
 */
export function OrderSummary(props: OrderSummaryProps) {
  const { lines, figures, isTotalUnknown, discountCode, arrivalDays, taxLine, SalesEndedNotice } = props;
  const totalLabel = taxLine && figures.tax === undefined ? "Total Before Tax" : "Grand Total";
  const [isExpanded, setIsExpanded] = useState(false);
  const { openCart } = useCart();
  const titleId = useId();
  const contentId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cx("card", styles.summary, lines.length <= MAX_STICKY_LINES && styles.sticky)}
    >
      <div className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          Your Cart ({lines.length})
        </h2>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isExpanded}
          aria-controls={contentId}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          <span>
            {isExpanded ? "Hide" : "Show"}
            <VisuallyHidden> items</VisuallyHidden>
          </span>
          <Placeholder isUnknown={isTotalUnknown}>
            <Price dollars={figures.tot} className={styles.toggleTotal} />
          </Placeholder>
          <Icon name={isExpanded ? "chevron-up" : "chevron-down"} size={18} />
        </button>
      </div>
      <div id={contentId} className={cx(styles.content, !isExpanded && styles.collapsed)}>
        <ul className={styles.list}>
          {lines.map((line) => (
            <SummaryLine
              key={lineId(line)}
              line={line}
              SalesEndedNotice={SalesEndedNotice}
              onEnded={() => setIsExpanded(true)}
            />
          ))}
        </ul>
        <dl className={styles.sums}>
          {amountsOf(
            {
              subtotal: figures.sub,
              discount: figures.disc,
              discountCode,
              shipping: figures.ship,
              tax: figures.tax,
              total: figures.tot,
            },
            totalLabel,
          ).map(({ label, dollars }) => (
            <div key={label} className={styles.sum}>
              <dt>{label}</dt>
              <dd>
                <Placeholder isUnknown={isTotalUnknown && [SHIPPING_LABEL, totalLabel].includes(label)}>
                  <Price dollars={dollars} />
                </Placeholder>
              </dd>
            </div>
          ))}
        </dl>
        {taxLine && <div className={styles.detail}>{taxLine}</div>}
        {arrivalDays && <p className={styles.detail}>Arrives {arrivalDays}</p>}
        <Button variant="secondary" wide icon="edit" onClick={openCart} className={styles.edit}>
          Edit Cart
        </Button>
      </div>
    </section>
  );
}
