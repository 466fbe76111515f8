import { TableCell, TableRow } from "@aws-amplify/ui-react";
import { memo } from "react";
import type { Product } from "../../../../../shared/product.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import { categoryLabel } from "../../../../../shared/site/categories.ts";
import { cx } from "../../../ui/class-names.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Price } from "../../../ui/price.tsx";
import { ProductImage } from "../../../ui/product-image.tsx";
import type { ProductActions } from "./admin-product-card.tsx";
import { ProductBadges } from "./product-badges.tsx";
import { STATE_ACTION } from "./product-state.ts";
import styles from "./product-table.module.css";
import { StockField } from "./stock-field.tsx";
import type { WaitingCounts } from "./waiting-counts.ts";
import { waitingPeopleCount, waitingText } from "./waiting-counts.ts";

const COLUMN_COUNT = 5;

type ProductRowProps = ProductActions & {
  product: Product;
  unofferedPieces: number;
  waitingCounts: WaitingCounts | undefined;
  /** Whether a change of the product's state is being saved. */
  isChanging: boolean;
  /** Whether the stock of each variant is shown below the row. */
  isOpen: boolean;
  onToggle: (productId: string) => void;
};

type VariantStocksProps = { product: Product; waitingCounts: WaitingCounts | undefined; id: string };

function VariantStocks({ product, waitingCounts, id }: VariantStocksProps) {
  return (
    <TableRow id={id} data-row={product.id} className={cx(styles.variants)}>
      <TableCell colSpan={COLUMN_COUNT}>
        <ul aria-label={`Variants of ${product.name}`} className={styles.variantList}>
          {product.variants?.map((variant) => {
            const label = variantLabel(variant) || "No size or color";
            return (
              <li key={variant.id} className={styles.variant}>
                <span>
                  {label}
                  {waitingCounts?.[variant.id] && (
                    <span className={styles.waiting}> {waitingCounts[variant.id]} waiting</span>
                  )}
                </span>
                <StockField
                  product={product}
                  variantId={variant.id}
                  label={`Stock of ${product.name}, ${label}`}
                />
              </li>
            );
          })}
        </ul>
      </TableCell>
    </TableRow>
  );
}

/** A product as a row of the table. While `isOpen`, a second row has the stock of each variant. */
export const ProductRow = memo(function ProductRow(props: ProductRowProps) {
  const { product, unofferedPieces, waitingCounts, isChanging, isOpen, onToggle } = props;
  const { onEdit, onCopy, onDelete, onStateChange } = props;
  const { id, name, variants = [] } = product;
  const nameId = `product-${id}`;
  const variantsId = `variants-${id}`;
  const action = STATE_ACTION[product.state];
  const waitingNote = waitingText(waitingPeopleCount(waitingCounts));
  return (
    <>
      <TableRow data-row={id} className={cx(product.state !== "active" && styles.notInStore)}>
        <TableCell as="th" scope="row">
          <span className={styles.productCell}>
            <ProductImage src={product.imageUrl} alt="" sizes="44px" className={styles.picture} />
            <span className={styles.text}>
              <button
                type="button"
                id={nameId}
                title={`Edit ${name}`}
                onClick={() => onEdit(product)}
                className={styles.name}
              >
                {name}
              </button>
              <Price dollars={product.price} className={styles.phonePrice} />
              <span className={styles.badges}>
                <ProductBadges product={product} />
              </span>
              {waitingNote && <span className={styles.note}>{waitingNote}</span>}
              {unofferedPieces > 0 && (
                <span className={styles.note}>
                  {unofferedPieces} {unofferedPieces === 1 ? "item" : "items"} no longer offered
                </span>
              )}
            </span>
          </span>
        </TableCell>
        <TableCell className={cx(styles.category)}>{categoryLabel(product.category)}</TableCell>
        <TableCell className={cx(styles.price, styles.end)}>
          <Price dollars={product.price} />
        </TableCell>
        <TableCell className={cx(styles.end)}>
          {variants.length === 0 ? (
            <StockField product={product} label={`Stock of ${name}`} />
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? variantsId : undefined}
              aria-describedby={nameId}
              onClick={() => onToggle(id)}
              className={styles.toggle}
            >
              <span>
                <strong>{product.stock}</strong> in {variants.length}{" "}
                {variants.length === 1 ? "variant" : "variants"}
              </span>
              <Icon name={isOpen ? "chevron-up" : "chevron-down"} size={18} />
            </button>
          )}
        </TableCell>
        <TableCell className={cx(styles.actions)}>
          <span className={styles.buttons}>
            <IconButton
              icon={action.icon}
              iconSize={18}
              label={action.label}
              aria-busy={isChanging}
              aria-describedby={nameId}
              onClick={() => onStateChange(product, action.state)}
            />
            <IconButton
              icon="copy"
              iconSize={18}
              label="Duplicate"
              aria-describedby={nameId}
              onClick={() => onCopy(product)}
            />
            <IconButton
              icon="trash"
              iconSize={18}
              label="Delete"
              aria-describedby={nameId}
              onClick={() => onDelete(product)}
            />
          </span>
        </TableCell>
      </TableRow>
      {isOpen && variants.length > 0 && (
        <VariantStocks product={product} waitingCounts={waitingCounts} id={variantsId} />
      )}
    </>
  );
});
