import type { Ref } from "react";
import type { CartLine } from "../../../shared/cart.ts";
import { keyOf } from "../../../shared/cart.ts";
import { lineTotal } from "../../../shared/money.ts";
import { variantLabel } from "../../../shared/product.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Price } from "../ui/price.tsx";
import { ProductImage } from "../ui/product-image.tsx";
import { QuantityStepper } from "../ui/quantity-stepper.tsx";
import { useCart } from "./cart-context.tsx";
import styles from "./cart-sheet.module.css";

/** 'Root Shell Tee', or with its variant 'Root Shell Tee (M / Charcoal)'. */
const called = (name: string, variant: string): string => (variant ? `${name} (${variant})` : name);

type CartLineRowProps = { line: CartLine; onRemove: () => void; removeRef: Ref<HTMLButtonElement> };

/** One line of the cart: picture, name, variant, minus and plus, line total, remove. */
export function CartLineRow({ line, onRemove, removeRef }: CartLineRowProps) {
  const { setQuantity } = useCart();
  const { product, quantity, variantId } = line;
  const variant = variantLabel(product.variants?.find(({ id }) => id === variantId) ?? product);
  const name = called(product.name, variantId === undefined ? "" : variant);
  return (
    <li className={styles.line}>
      <ProductImage src={product.imageUrl} alt="" sizes="84px" className={styles.picture} />
      <p className={styles.name}>{product.name}</p>
      <IconButton
        ref={removeRef}
        icon="trash"
        iconSize={20}
        label={`Remove ${name}`}
        onClick={onRemove}
        className={styles.remove}
      />
      {variant && <p className={styles.variant}>{variant}</p>}
      <div className={styles.controls}>
        <QuantityStepper of={name} value={quantity} onChange={(next) => setQuantity(keyOf(line), next)} />
        <Price dollars={lineTotal(product.price, quantity)} />
      </div>
    </li>
  );
}
