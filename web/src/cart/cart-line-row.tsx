import type { Ref } from "react";
import { Link } from "react-router-dom";
import type { CartLine } from "../../../shared/cart.ts";
import { keyOf, roomFor } from "../../../shared/cart.ts";
import { lineTotal } from "../../../shared/money.ts";
import { messages } from "../../../shared/messages.ts";
import { stockOf, variantLabel } from "../../../shared/product.ts";
import { paths } from "../paths.ts";
import { cx } from "../ui/class-names.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Price } from "../ui/price.tsx";
import { ProductImage } from "../ui/product-image.tsx";
import { QuantityStepper } from "../ui/quantity-stepper.tsx";
import { useCart } from "./cart-context.tsx";
import styles from "./cart-line-row.module.css";
import type { FreshLine } from "./fresh-cart.ts";
import { LineNotes } from "./line-notes.tsx";

/** 'Root Shell Tee', or with its variant 'Root Shell Tee (M / Charcoal)'. */
const called = (name: string, variant: string): string => (variant ? `${name} (${variant})` : name);

const variantOf = ({ product, variantId }: CartLine): string =>
  variantLabel(product.variants?.find(({ id }) => id === variantId) ?? product);

type CartLineRowProps = { fresh: FreshLine; onRemove: () => void; removeRef: Ref<HTMLButtonElement> };

/** One line of the cart: picture, name, variant, what is new about it, minus and plus, line total, remove. */
export function CartLineRow({ fresh: { line, news }, onRemove, removeRef }: CartLineRowProps) {
  const { lines, setQuantity, close } = useCart();
  const { product, quantity, variantId } = line;
  const variant = variantOf(line);
  const name = called(product.name, variantId === undefined ? "" : variant);
  const gone = news?.short?.left === 0;
  const room = Math.max(0, roomFor(lines, product.id));
  const stock = stockOf(product, variantId);
  const max = Math.max(quantity, Math.min(quantity + room, stock));
  return (
    <li className={cx(styles.line, gone && styles.gone)}>
      <ProductImage src={product.imageUrl} alt="" sizes="84px" className={styles.picture} />
      <p className={styles.name}>
        <Link to={paths.product(product.id)} onClick={close} className={styles.link}>
          {product.name}
        </Link>
      </p>
      <IconButton
        ref={removeRef}
        icon="trash"
        iconSize={20}
        label={`Remove ${name}`}
        onClick={onRemove}
        className={styles.remove}
      />
      {variant && <p className={styles.variant}>{variant}</p>}
      {news && <LineNotes news={news} className={styles.notes} />}
      {!gone && (
        <div className={styles.controls}>
          <QuantityStepper
            of={name}
            value={quantity}
            max={max}
            onChange={(next) => setQuantity(keyOf(line), next)}
          />
          {!line.missing?.includes("price") && <Price dollars={lineTotal(product.price, quantity)} />}
        </div>
      )}
      {!gone && room === 0 && stock > quantity && <p className={styles.limit}>{messages.atMostOfOne}</p>}
    </li>
  );
}
