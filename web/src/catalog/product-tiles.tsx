import { useId } from "react";
import { Link } from "../router/link.tsx";
import type { Product } from "../../../shared/product.ts";
import { paths } from "../paths.ts";
import { onPlainClick } from "../ui/plain-click.ts";
import { Price } from "../ui/price.tsx";
import { ProductImage } from "../ui/product-image.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import styles from "./product-tiles.module.css";

type ProductTilesProps = {
  heading: string;
  headingLevel?: 2 | 3;
  /** Undefined while loading: placeholders of the tiles' size are shown. */
  products: readonly Product[] | undefined;
  /** Called at a plain click. Without it, a click opens the product's page. */
  onOpen?: ((product: Product) => void) | undefined;
  className?: string | undefined;
};

const PLACEHOLDERS = [1, 2, 3];

/** A heading and up to three products side by side, each with picture, name and price. */
export function ProductTiles({ heading, headingLevel, products, onOpen, className }: ProductTilesProps) {
  const headingId = useId();
  const Heading = headingLevel === 2 ? "h2" : "h3";
  if (products?.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className={className}>
      <Heading id={headingId} className={styles.heading}>
        {heading}
      </Heading>
      <ul className={styles.list}>
        {!products &&
          PLACEHOLDERS.map((tile) => (
            <li key={tile}>
              <Skeleton shape="square" />
            </li>
          ))}
        {products?.map((product) => (
          <li key={product.id}>
            <Link
              to={paths.product(product.id)}
              onClick={onOpen && onPlainClick(() => onOpen(product))}
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
