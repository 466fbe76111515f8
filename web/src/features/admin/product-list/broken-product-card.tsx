import type { BrokenProduct } from "../../../../../shared/admin-products.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { Icon } from "../../../ui/icon.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import styles from "./admin-product-card.module.css";
import { brokenProductName, problemText } from "./broken-product.ts";

type BrokenProductCardProps = {
  brokenProduct: BrokenProduct;
  onEdit: () => void;
  onDelete: () => void;
};

/** A product with unreadable stored data, as a card that lists the unreadable fields. */
export function BrokenProductCard({ brokenProduct, onEdit, onDelete }: BrokenProductCardProps) {
  const nameId = `product-${brokenProduct.product.id}`;
  return (
    <li className={cx("card", styles.card, styles.broken)}>
      <div className={cx(styles.media, styles.noMedia)}>
        <Icon name="alert" size={40} />
        <div className={styles.badges}>
          <Badge tone="danger" icon="alert">
            Not in the store
          </Badge>
        </div>
      </div>
      <div className={styles.body}>
        <h3 id={nameId} tabIndex={-1} className={styles.name}>
          {brokenProductName(brokenProduct)}
        </h3>
        <p className={styles.problems}>{problemText(brokenProduct)}</p>
        <div className={styles.actions}>
          <Button
            variant="secondary"
            icon="edit"
            aria-describedby={nameId}
            onClick={onEdit}
            className={styles.edit}
          >
            Edit
          </Button>
          <IconButton
            icon="trash"
            label="Delete"
            outlined
            aria-describedby={nameId}
            onClick={onDelete}
            className={styles.delete}
          />
        </div>
      </div>
    </li>
  );
}
