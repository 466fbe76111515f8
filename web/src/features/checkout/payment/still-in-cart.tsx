import { useCart } from "../../../cart/cart-context.tsx";
import { lineId, linePicture } from "../../../cart/cart-line.ts";
import { Price } from "../../../ui/price.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import styles from "./still-in-cart.module.css";

const MAX_PICTURES = 4;

/** The number and the total of the items in the cart. Renders nothing if the cart is empty. */
export function StillInCart() {
  const { lines, total } = useCart();
  if (lines.length === 0) return null;
  const quantityInCart = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section aria-label="Your cart" className={`card ${styles.cart}`}>
      <div className={styles.pictures} aria-hidden="true">
        {lines.slice(0, MAX_PICTURES).map((line) => (
          <ProductImage
            key={lineId(line)}
            src={linePicture(line).src}
            alt=""
            sizes="56px"
            className={styles.picture}
          />
        ))}
      </div>
      <p>
        {quantityInCart} {quantityInCart === 1 ? "item is" : "items are"} still in your cart
        <Price dollars={total} className={styles.cartTotal} />
      </p>
    </section>
  );
}
