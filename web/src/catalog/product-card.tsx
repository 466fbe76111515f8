import type { MouseEvent } from "react";
import { memo, useState } from "react";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { truncate } from "../../../shared/product.ts";
import { categoryLabel } from "../../../shared/site/categories.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { Price } from "../ui/price.tsx";
import { ProductImage } from "../ui/product-image.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./product-card.module.css";
import { StockBadge } from "./stock-badge.tsx";

/** A click that does not ask the browser for a new tab, a new window or a download. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

type ProductCardProps = {
  product: Product;
  /** Shows the details. Must be the same function at every render, because the card is memoized. */
  onOpen: (product: Product) => void;
  /** Adds one to the cart. Must be the same function at every render. */
  onAdd: (product: Product) => void;
  /** How wide its picture is shown, as in `<img sizes>`. */
  sizes: string;
  /** On the first screen: its picture is loaded at once. */
  eager?: boolean;
  /** The picture stands at the left in a narrow place too. */
  row?: boolean;
};

type MediaProps = Pick<ProductCardProps, "product" | "sizes" | "eager"> & { hovered: boolean };

/** The product's picture. While a mouse is over the card, the second one, which is fetched only then. */
function Media({ product, sizes, eager, hovered }: MediaProps) {
  const [first, second] = product.imageUrls;
  return (
    <div className={styles.media}>
      <ProductImage
        src={first ?? product.imageUrl}
        alt=""
        sizes={sizes}
        {...(eager ? { eager } : {})}
        className={styles.picture}
      />
      {hovered && second && (
        <ProductImage src={second} alt="" sizes={sizes} eager className={cx(styles.picture, styles.second)} />
      )}
      <StockBadge stock={product.stock} className={styles.badge} />
    </div>
  );
}

function Action({ product, onOpen, onAdd }: Pick<ProductCardProps, "product" | "onOpen" | "onAdd">) {
  const of = <VisuallyHidden> {product.name}</VisuallyHidden>;
  if (product.stock < 1)
    return (
      <Button disabled variant="secondary" className={styles.action}>
        {messages.soldOut}
        {of}
      </Button>
    );
  if (product.variants?.length)
    return (
      <Button variant="secondary" className={styles.action} onClick={() => onOpen(product)}>
        Choose Options
        {of}
      </Button>
    );
  return (
    <Button className={styles.action} onClick={() => onAdd(product)}>
      Add to Cart
      {of}
    </Button>
  );
}

/**
 * A product in a grid or a carousel. The whole card is a link to the product's address; a plain click shows the details
 * on this page. In a wide place the picture stands at the left.
 */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, onOpen, onAdd, sizes, eager = false, row = false } = props;
  const [hovered, setHovered] = useState(false);
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(product);
  };
  return (
    <div className={cx(styles.place, row && styles.row)}>
      <article
        className={cx(styles.card, product.stock < 1 && styles.soldOut)}
        onPointerEnter={(event) => {
          if (event.pointerType === "mouse") setHovered(true);
        }}
      >
        <Media product={product} sizes={sizes} eager={eager} hovered={hovered} />
        <div className={styles.body}>
          <p className={styles.category}>{categoryLabel(product.category)}</p>
          <h3 className={styles.name}>
            <a href={paths.product(product.id)} onClick={onClick} className={styles.link}>
              {product.name}
            </a>
          </h3>
          <p className={styles.description}>{truncate(product.description)}</p>
          <div className={styles.foot}>
            <Price dollars={product.price} className={styles.price} />
            <Action product={product} onOpen={onOpen} onAdd={onAdd} />
          </div>
        </div>
      </article>
    </div>
  );
});

/** A placeholder as large as a product's card. */
export function ProductSkeleton({ row = false }: { row?: boolean }) {
  return (
    <div
      className={cx(styles.place, styles.outline, row && styles.row, row && styles.skeletonRow)}
      aria-hidden="true"
    >
      <div className={styles.card}>
        <div className={styles.media}>
          <Skeleton shape="square" className={styles.skeletonPicture} />
        </div>
        <div className={styles.body}>
          <Skeleton shape="short" className={styles.line} />
          <Skeleton className={cx(styles.line, styles.extra)} />
          <Skeleton className={cx(styles.line, styles.extra)} />
          <Skeleton shape="short" className={cx(styles.line, styles.extra)} />
          <div className={styles.foot}>
            <Skeleton className={styles.skeletonPrice} />
            <Skeleton className={styles.skeletonAction} />
          </div>
        </div>
      </div>
    </div>
  );
}
