import type { Product } from "../../../shared/product.ts";
import { categoryLabel } from "../../../shared/site/categories.ts";
import { Price } from "../ui/price.tsx";
import styles from "./product-details.module.css";
import { ProductGallery } from "./product-gallery.tsx";
import { StockMessage } from "./stock-badge.tsx";
import type { useChoice } from "./use-choice.ts";
import { VariantPicker } from "./variant-picker.tsx";

type ProductDetailsProps = { product: Product; choice: ReturnType<typeof useChoice> };

/** Pictures, name, price, stock of what is chosen, description, variants and the list of details. */
export function ProductDetails({ product, choice }: ProductDetailsProps) {
  const { variant, stock, chooseVariant } = choice;
  return (
    <div className={styles.layout}>
      <ProductGallery product={product} />
      <div className={styles.text}>
        <div className={styles.head}>
          <p className={styles.category}>{categoryLabel(product.category)}</p>
          <h2 className={styles.name}>{product.name}</h2>
          <p className={styles.priceRow}>
            <Price dollars={product.price} className={styles.price} />
            <span role="status">
              <StockMessage stock={stock} />
            </span>
          </p>
        </div>
        <p className={styles.description}>{product.description}</p>
        <VariantPicker product={product} chosen={variant} onChange={chooseVariant} />
        {product.details.length > 0 && (
          <div>
            <h3 className={styles.heading}>Details</h3>
            <ul className={styles.details}>
              {product.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}
