import { useCart } from "../../cart/cart-context.tsx";
import { Price } from "../../ui/price.tsx";
import { ProductImage } from "../../ui/product-image.tsx";
import styles from "./still-in-cart.module.css";

/** How many pictures stand for the cart. */
const PICTURES = 4;

/** What is waiting in the cart; nothing when it is empty. */
export function StillInCart() {
  const { lines, total } = useCart();
  if (lines.length === 0) return null;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section aria-label="Your cart" className={`card ${styles.cart}`}>
      <div className={styles.pictures} aria-hidden="true">
        {lines.slice(0, PICTURES).map(({ product, variantId }) => (
          <ProductImage
            key={`${product.id}/${variantId ?? ""}`}
            src={product.imageUrl}
            alt=""
            sizes="56px"
            className={styles.picture}
          />
        ))}
      </div>
      <p>
        {pieces} {pieces === 1 ? "item is" : "items are"} still in your cart
        <Price dollars={total} className={styles.cartTotal} />
      </p>
    </section>
  );
}
