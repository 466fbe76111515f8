import { useState } from "react";
import type { Product } from "../../../shared/product.ts";
import { cx } from "../ui/class-names.ts";
import { ProductImage } from "../ui/product-image.tsx";
import styles from "./product-gallery.module.css";

/** A product's pictures: one large, and a button for each where there are several. */
export function ProductGallery({ product }: { product: Product }) {
  const [shown, setShown] = useState(0);
  const pictures = product.imageUrls.length > 0 ? product.imageUrls : [product.imageUrl];
  const url = pictures[shown] ?? product.imageUrl;
  return (
    <div className={styles.gallery}>
      <ProductImage
        key={url}
        src={url}
        alt={pictures.length > 1 ? `${product.name}, picture ${shown + 1}` : product.name}
        sizes="(width <= 768px) 100vw, 480px"
        eager
        className={styles.main}
      />
      {pictures.length > 1 && (
        <ul className={styles.thumbs}>
          {pictures.map((picture, at) => (
            <li key={picture}>
              <button
                type="button"
                aria-label={`Picture ${at + 1} of ${pictures.length}`}
                aria-pressed={at === shown}
                onClick={() => setShown(at)}
                className={cx(styles.thumb)}
              >
                <ProductImage src={picture} alt="" sizes="64px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
