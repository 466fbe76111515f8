import type { Ref } from "react";
import { Link } from "../router/link.tsx";
import { lineKeyOf, roomFor } from "../../../shared/cart.ts";
import { eventLine } from "../../../shared/event-text.ts";
import { checkoutMessages } from "../../../shared/checkout-messages.ts";
import { messages } from "../../../shared/messages.ts";
import { lineTotal } from "../../../shared/money.ts";
import { stockOf } from "../../../shared/product.ts";
import { paths } from "../paths.ts";
import { cx } from "../ui/class-names.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Price } from "../ui/price.tsx";
import { onPlainClick } from "../ui/plain-click.ts";
import { ProductImage } from "../ui/product-image.tsx";
import { QuantityStepper } from "../ui/quantity-stepper.tsx";
import { useCart } from "./cart-context.tsx";
import styles from "./cart-line-row.module.css";
import { fewerLeftText, linePicture, variantLabelOf } from "./cart-line.ts";
import type { ComparedLine, LineChange } from "./compare-with-catalog.ts";
import { PriceChange } from "./price-change.tsx";

function stockNote({ inCart, available, salesEnded }: NonNullable<LineChange["shortage"]>): string {
  if (salesEnded) return `${checkoutMessages.salesHaveEnded}: it will be left out of your order.`;
  if (available === 0) return "Sold out: it will be left out of your order.";
  return fewerLeftText(inCart, available);
}

/** The changes of price and stock since the product was put into the cart. */
function ChangeNotes({ change: { price, shortage } }: { change: LineChange }) {
  return (
    <div className={styles.notes}>
      {price && (
        <p className={styles.note}>
          <PriceChange {...price} /> each
        </p>
      )}
      {shortage && <p className={styles.note}>{stockNote(shortage)}</p>}
    </div>
  );
}

type CartLineRowProps = {
  comparedLine: ComparedLine;
  onRemove: () => void;
  removeButtonRef: Ref<HTMLButtonElement>;
};

export function CartLineRow({ comparedLine: { line, change }, onRemove, removeButtonRef }: CartLineRowProps) {
  const { lines, setQuantity, leave } = useCart();
  const { product, quantity, variantId } = line;
  const sizeAndColor = variantLabelOf(line);
  const lineName =
    variantId === undefined || !sizeAndColor ? product.name : `${product.name} (${sizeAndColor})`;
  const isSoldOut = change?.shortage?.available === 0;
  /** How many more pieces the limit for a product allows. */
  const room = Math.max(0, roomFor(lines, product.id));
  const stock = stockOf(product, variantId);
  // Not below `quantity`, which can be higher than the stock until the line is compared with the catalog.
  const max = Math.max(quantity, Math.min(quantity + room, stock));
  return (
    <li className={cx(styles.line, isSoldOut && styles.soldOut)}>
      <ProductImage {...linePicture(line)} sizes="84px" className={styles.picture} />
      <p className={styles.name}>
        <Link
          to={paths.product(product.id)}
          onClick={onPlainClick(() => leave(paths.product(product.id)))}
          className={styles.link}
        >
          {product.name}
        </Link>
      </p>
      <IconButton
        ref={removeButtonRef}
        icon="trash"
        iconSize={20}
        label={`Remove ${lineName}`}
        onClick={onRemove}
        className={styles.remove}
      />
      {sizeAndColor && <p className={styles.variant}>{sizeAndColor}</p>}
      {product.event && <p className={styles.variant}>{eventLine(product.event)}</p>}
      {change && <ChangeNotes change={change} />}
      {!isSoldOut && (
        <div className={styles.controls}>
          <QuantityStepper
            productName={lineName}
            value={quantity}
            max={max}
            onChange={(next) => setQuantity(lineKeyOf(line), next)}
          />
          {!line.missing?.includes("price") && <Price dollars={lineTotal(product.price, quantity)} />}
        </div>
      )}
      {!isSoldOut && room === 0 && stock > quantity && (
        <p className={styles.limit}>{messages.limitPerProduct}</p>
      )}
    </li>
  );
}
