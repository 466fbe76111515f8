import { useCart } from "../cart/cart-context.tsx";
import { Icon } from "../ui/icon.tsx";
import styles from "./header.module.css";

/** Opens the cart; its badge is the number of distinct lines. */
export function CartButton() {
  const { count, open } = useCart();
  const label = count === 0 ? "Cart, empty" : `Cart, ${count} ${count === 1 ? "item" : "items"}`;
  return (
    <button type="button" aria-label={label} aria-haspopup="dialog" onClick={open} className={styles.cart}>
      <Icon name="bag" size={24} />
      {count > 0 && (
        <span key={count} className={styles.count} aria-hidden="true">
          {count}
        </span>
      )}
    </button>
  );
}
