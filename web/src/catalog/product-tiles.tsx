import { useId } from "react";
import { Link } from "react-router-dom";
import type { Product } from "../../../shared/product.ts";
import { paths } from "../paths.ts";
import { onPlainClick } from "../ui/plain-click.ts";
import { Price } from "../ui/price.tsx";
import { ProductImage } from "../ui/product-image.tsx";
import styles from "./product-tiles.module.css";

type ProductTilesProps = {
  heading: string;
  products: readonly Product[];
  onOpen: (product: Product) => void;
  className?: string | undefined;
};

/** A heading and up to three products side by side, each with picture, name and price. */
export function ProductTiles({ heading, products, onOpen, className }: ProductTilesProps) {
  const headingId = useId();
  if (products.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={className}>
      <h3 id={headingId} className={styles.heading}>
        {heading}
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
