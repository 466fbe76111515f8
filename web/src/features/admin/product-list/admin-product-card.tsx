import { memo } from "react";
import { messages } from "../../../../../shared/messages.ts";
import type { Product } from "../../../../../shared/product.ts";
import { LOW_STOCK } from "../../../../../shared/product.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Price } from "../../../ui/price.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import styles from "./admin-product-card.module.css";

type AdminProductCardProps = {
  product: Product;
  /** The number of pieces in sizes or colors that the product no longer offers. */
  unofferedCount: number;
  onEdit: (product: Product) => void;
  onCopy: (product: Product) => void;
  onDelete: (product: Product) => void;
};

/** A product in the list, as a card. */
export const AdminProductCard = memo(function AdminProductCard(props: AdminProductCardProps) {
  const { product, unofferedCount, onEdit, onCopy, onDelete } = props;
  const nameId = `product-${product.id}`;
  const variantCount = product.variants?.length ?? 0;
  return (
    <li className={`card ${styles.card}`}>
      <div className={styles.media}>
        <ProductImage src={product.imageUrl} alt="" sizes="(width <= 480px) 45vw, 260px" />
        <div className={styles.badges}>
          {product.stock < LOW_STOCK && (
            <Badge tone="danger" icon={product.stock > 0 ? "alert" : "close"}>
              {product.stock > 0 ? "Low Stock" : messages.soldOut}
            </Badge>
          )}
          {product.featured && (
            <Badge tone="warn" icon="star">
              Featured
            </Badge>
          )}
        </div>
      </div>
      <div className={styles.body}>
        <h3 id={nameId} className={styles.name}>
          {product.name}
        </h3>
        <p className={styles.category}>{categoryLabel(product.category)}</p>
        {unofferedCount > 0 && (
          <p className={styles.unoffered}>
            {unofferedCount} {unofferedCount === 1 ? "item" : "items"} no longer offered
          </p>
        )}
        <p className={styles.figures}>
          <Price dollars={product.price} className={styles.price} />
          <span>
            {product.stock} in stock
            {variantCount > 0 && `, ${variantCount} ${variantCount === 1 ? "variant" : "variants"}`}
          </span>
        </p>
        <div className={styles.actions}>
          <Button
            variant="secondary"
            icon="edit"
            aria-describedby={nameId}
            onClick={() => onEdit(product)}
            className={styles.edit}
          >
            Edit
          </Button>
          <IconButton
            icon="copy"
            label="Duplicate"
            outlined
            aria-describedby={nameId}
            onClick={() => onCopy(product)}
          />
          <IconButton
            icon="trash"
            label="Delete"
            outlined
            aria-describedby={nameId}
            onClick={() => onDelete(product)}
            className={styles.delete}
          />
        </div>
      </div>
    </li>
  );
});
