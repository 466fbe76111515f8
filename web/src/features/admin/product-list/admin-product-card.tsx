import { memo } from "react";
import type { Product, ProductState } from "../../../../../shared/product.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Price } from "../../../ui/price.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import styles from "./admin-product-card.module.css";
import { ProductBadges } from "./product-badges.tsx";
import { STATE_ACTION } from "./product-state.ts";
import type { WaitingCounts } from "./waiting-counts.ts";
import { waitingPeopleCount, waitingText } from "./waiting-counts.ts";

/** What an admin can do with a listed product. */
export type ProductActions = {
  onEdit: (product: Product) => void;
  onCopy: (product: Product) => void;
  onDelete: (product: Product) => void;
  onStateChange: (product: Product, state: ProductState) => void;
};

type AdminProductCardProps = ProductActions & {
  product: Product;
  /** The number of pieces in sizes or colors that the product no longer offers. */
  unofferedPieces: number;
  waitingCounts: WaitingCounts | undefined;
  /** Whether a change of the product's state is being saved. */
  isChanging: boolean;
};

export const AdminProductCard = memo(function AdminProductCard(props: AdminProductCardProps) {
  const { product, unofferedPieces, waitingCounts, isChanging } = props;
  const { onEdit, onCopy, onDelete, onStateChange } = props;
  const action = STATE_ACTION[product.state];
  const isDraft = product.state === "draft";
  const nameId = `product-${product.id}`;
  const waitingNote = waitingText(waitingPeopleCount(waitingCounts));
  const variantCount = product.variants?.length ?? 0;
  return (
    <li data-row={product.id} className={`card ${styles.card}`}>
      <div className={styles.media}>
        <ProductImage src={product.imageUrl} alt="" sizes="(width <= 480px) 45vw, 260px" />
        <div className={styles.badges}>
          <ProductBadges product={product} />
        </div>
      </div>
      <div className={styles.body}>
        <h3 id={nameId} tabIndex={-1} className={styles.name}>
          {product.name}
        </h3>
        <p className={styles.note}>{categoryLabel(product.category)}</p>
        {unofferedPieces > 0 && (
          <p className={styles.unoffered}>
            {unofferedPieces} {unofferedPieces === 1 ? "item" : "items"} no longer offered
          </p>
        )}
        {waitingNote && <p className={styles.note}>{waitingNote}</p>}
        <p className={styles.figures}>
          <Price dollars={product.price} className={styles.price} />
          <span className={styles.stock}>
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
          {/* One button for all states, so that it keeps the focus when a press changes the state. */}
          <Button
            variant="secondary"
            icon={isDraft ? undefined : action.icon}
            loading={isChanging}
            aria-label={action.label}
            title={isDraft ? undefined : action.label}
            aria-describedby={nameId}
            onClick={() => onStateChange(product, action.state)}
            className={cx(styles.state, isDraft && styles.publish)}
          >
            {isDraft && action.label}
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
