import { Link } from "../router/link.tsx";
import type { Product } from "../../../shared/product.ts";
import { paths } from "../paths.ts";
import { onPlainClick } from "../ui/plain-click.ts";
import { Price } from "../ui/price.tsx";
import { ProductImage } from "../ui/product-image.tsx";
import styles from "./suggestions.module.css";
import { useFeaturedProducts } from "./use-products.ts";

const MAX_SUGGESTIONS = 3;

/** Up to three featured products that are in stock, where a cart or a search is empty. */
export function Suggestions({ onOpen }: { onOpen: (product: Product) => void }) {
  const featured = useFeaturedProducts() ?? [];
  const products = featured.filter(({ stock }) => stock > 0).slice(0, MAX_SUGGESTIONS);
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="suggestions" className={styles.suggestions}>
      <h3 id="suggestions" className={styles.heading}>
        Featured right now
      </h3>
      <ul className={styles.list}>
        {products.map((product) => (
          <li key={product.id}>
            <Link
              to={paths.product(product.id)}
              onClick={onPlainClick(() => onOpen(product))}
              className={styles.product}
            >
              <ProductImage src={product.imageUrl} alt="" sizes="120px" />
              <span className={styles.name}>{product.name}</span>
              <Price dollars={product.price} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
