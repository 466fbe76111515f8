import { useId, useState } from "react";
import type { CartLine } from "../../../../shared/cart.ts";
import { formatMoney, lineTotal } from "../../../../shared/money.ts";
import type { OrderData } from "../../../../shared/order-data.ts";
import { TICKET, variantLabel } from "../../../../shared/product.ts";
import { useCart } from "../../cart/cart-context.tsx";
import { Button } from "../../ui/button.tsx";
import { cx } from "../../ui/class-names.ts";
import { Icon } from "../../ui/icon.tsx";
import { Price } from "../../ui/price.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./order-summary.module.css";

/** A longer list scrolls with the page instead of staying in view. */
const MOST_STICKY_LINES = 4;

function Line({ line: { product, quantity, variantId } }: { line: CartLine }) {
  const variant = variantLabel(product.variants?.find(({ id }) => id === variantId) ?? product);
  return (
    <li className={styles.line}>
      <ProductImage src={product.imageUrl} alt="" sizes="72px" eager className={styles.picture} />
      <div>
        <p className={styles.name}>
          {product.name}
          {product.category === TICKET && " (Ticket)"}
        </p>
        {variant && <p className={styles.detail}>{variant}</p>}
        <p className={styles.detail}>
          Quantity: {quantity}
          {quantity > 1 && ` × ${formatMoney(product.price)}`}
        </p>
      </div>
      <Price dollars={lineTotal(product.price, quantity)} className={styles.amount} />
    </li>
  );
}

function Sum({ label, dollars, strong = false }: { label: string; dollars: number; strong?: boolean }) {
  return (
    <div className={cx(styles.sum, strong && styles.strong)}>
      <dt>{label}</dt>
      <dd>
        <Price dollars={dollars} />
      </dd>
    </div>
  );
}

type OrderSummaryProps = { lines: readonly CartLine[]; figures: OrderData["fin"] };

/** What is being bought and what it costs (dollars). At 768 px and below the list is folded away behind its total. */
export function OrderSummary({ lines, figures }: OrderSummaryProps) {
  const [shown, setShown] = useState(false);
  const { open } = useCart();
  const titleId = useId();
  const contentId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cx("card", styles.summary, lines.length <= MOST_STICKY_LINES && styles.sticky)}
    >
      <div className={styles.header}>
        <h2 id={titleId} className={styles.title}>
          Your Cart ({lines.length})
        </h2>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={shown}
          aria-controls={contentId}
          onClick={() => setShown(!shown)}
        >
          <span>
            {shown ? "Hide" : "Show"}
            <VisuallyHidden> items</VisuallyHidden>
          </span>
          <Price dollars={figures.tot} className={styles.foldTotal} />
          <Icon name={shown ? "chevron-up" : "chevron-down"} size={18} />
        </button>
      </div>
      <div id={contentId} className={cx(styles.content, !shown && styles.folded)}>
        <ul className={styles.list}>
          {lines.map((line) => (
            <Line key={`${line.product.id}/${line.variantId ?? ""}`} line={line} />
          ))}
        </ul>
        <dl className={styles.sums}>
          <Sum label="Subtotal" dollars={figures.sub} />
          {figures.ship > 0 && <Sum label="Shipping" dollars={figures.ship} />}
          <Sum label="Grand Total" dollars={figures.tot} strong />
        </dl>
        <Button variant="secondary" wide icon="edit" onClick={open} className={styles.edit}>
          Edit Cart
        </Button>
      </div>
    </section>
  );
}
