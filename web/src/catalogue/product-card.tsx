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
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import styles from "./product-card.module.css";
import { StockBadge } from "./stock-badge.tsx";

/** A click that the browser itself has no other use for (a new tab, a download). */
const plain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

type ProductCardProps = {
  product: Product;
  /** Shows its details. Must be the same function at every render. */
  onOpen: (product: Product) => void;
  /** Puts one into the cart. Must be the same function at every render. */
  onAdd: (product: Product) => void;
  /** How wide its picture is shown, as in `<img sizes>`. */
  sizes: string;
  /** Among the first things seen. */
  eager?: boolean;
  /** The picture at the left in narrow places too. */
  row?: boolean;
};

type MediaProps = Pick<ProductCardProps, "product" | "sizes" | "eager"> & { pointed: boolean };

/** The product's picture; when a mouse points at the card its second one, which is not fetched before. */
function Media({ product, sizes, eager, pointed }: MediaProps) {
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
      {pointed && second && (
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
 * A product in a grid or a carousel. Its name is a link to its own address, and so is the rest of the card; a plain
 * click shows the details on this page. In a wide place the picture stands at the left.
 */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, onOpen, onAdd, sizes, eager = false, row = false } = props;
  const [pointed, setPointed] = useState(false);
  const follow = (event: MouseEvent) => {
    if (!plain(event)) return;
    event.preventDefault();
    onOpen(product);
  };
  return (
    <div className={cx(styles.place, row && styles.row)}>
      <article
        className={cx(styles.card, product.stock < 1 && styles.soldOut)}
        onPointerEnter={(event) => {
          if (event.pointerType === "mouse") setPointed(true);
        }}
      >
        <Media product={product} sizes={sizes} eager={eager} pointed={pointed} />
        <div className={styles.body}>
          <p className={styles.category}>{categoryLabel(product.category)}</p>
          <h3 className={styles.name}>
            <a href={paths.product(product.id)} onClick={follow} className={styles.link}>
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
