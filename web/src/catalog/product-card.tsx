import { memo } from "react";
import { messages } from "../../../shared/messages.ts";
import type { Product } from "../../../shared/product.ts";
import { pictureOf, truncate } from "../../../shared/product.ts";
import { categoryLabel } from "../../../shared/site/categories.ts";
import { paths } from "../paths.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/class-names.ts";
import { onPlainClick } from "../ui/plain-click.ts";
import { Price } from "../ui/price.tsx";
import { ProductImage } from "../ui/product-image.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";
import { EventLine } from "./lazy-event-facts.tsx";
import styles from "./product-card.module.css";
import { StockBadge } from "./stock-badge.tsx";
import { ProductColors } from "./swatch.tsx";
import { useSalesEnded } from "./use-event-times.ts";
import { useSecondPicture } from "./use-second-picture.ts";

type ProductCardProps = {
  product: Product;
  /** The color that the picture shows, if the product has it. */
  color?: string | undefined;
  /** Shows the details. Must stay the same function at every render, because the card is memoized. */
  onOpen: (product: Product) => void;
  /** Adds one piece to the cart. Must stay the same function at every render. */
  onAdd: (product: Product) => void;
  /** The width of the picture, as in `<img sizes>`. */
  sizes: string;
  /** Puts the picture to the left of the text even in narrow cards. */
  row?: boolean;
  /** A swipe changes between the first two pictures. Not for a carousel, where a swipe moves the carousel. */
  swipeable?: boolean;
};

type ProductPictureProps = Pick<ProductCardProps, "product" | "color" | "sizes"> & {
  secondPicture: Pick<ReturnType<typeof useSecondPicture>, "isNeeded" | "isSwiped">;
};

/**
 * The product's picture in the color (see `pictureOf`). The second picture is shown while the mouse is on the card, and after
 * a swipe until the next swipe. Its file is loaded only then.
 */
function ProductPicture({ product, color, sizes, secondPicture }: ProductPictureProps) {
  const firstUrl = pictureOf(product, color);
  const secondUrl = product.imageUrls.find((url) => url !== firstUrl);
  return (
    <div className={styles.media}>
      <ProductImage src={firstUrl} alt="" sizes={sizes} className={styles.picture} />
      {secondUrl && (
        <>
          {secondPicture.isNeeded && (
            <ProductImage
              src={secondUrl}
              alt=""
              sizes={sizes}
              eager
              className={cx(styles.picture, styles.second, secondPicture.isSwiped && styles.swiped)}
            />
          )}
          <span className={cx(styles.dots, secondPicture.isSwiped && styles.atSecond)} />
        </>
      )}
      <StockBadge stock={product.stock} className={styles.badge} />
    </div>
  );
}

/** The card's button. A product with variants opens its details, because a variant has to be chosen there. */
function CardButton({ product, onOpen, onAdd }: Pick<ProductCardProps, "product" | "onOpen" | "onAdd">) {
  const salesEnded = useSalesEnded(product);
  const hiddenName = <VisuallyHidden> {product.name}</VisuallyHidden>;
  if (salesEnded || product.stock < 1)
    return (
      <Button disabled variant="secondary" className={styles.action}>
        {salesEnded ? messages.salesEnded : messages.soldOut}
        {hiddenName}
      </Button>
    );
  const hasVariants = Boolean(product.variants?.length);
  return (
    <Button className={styles.action} onClick={() => (hasVariants ? onOpen(product) : onAdd(product))}>
      {hasVariants ? "Choose Options" : "Add to Cart"}
      {hiddenName}
    </Button>
  );
}

/**
 * A product in a grid or a carousel. The whole card is a link to the product's page, but a plain click shows
 * the details on the current page. In wide cards the picture is to the left of the text.
 */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, color, onOpen, onAdd, sizes, row = false, swipeable = false } = props;
  const { handlers, ...secondPicture } = useSecondPicture();
  return (
    <div className={cx(styles.container, row && styles.row, swipeable && styles.swipeable)}>
      <article
        {...(swipeable ? handlers : { onPointerEnter: handlers.onPointerEnter })}
        className={cx(styles.card, product.stock < 1 && styles.soldOut)}
      >
        <ProductPicture product={product} color={color} sizes={sizes} secondPicture={secondPicture} />
        <div className={styles.body}>
          <p className={styles.category}>
            {categoryLabel(product.category)} <ProductColors product={product} />
          </p>
          <h3 className={styles.name}>
            <a
              href={paths.product(product.id)}
              onClick={onPlainClick(() => onOpen(product))}
              className={styles.link}
            >
              {product.name}
            </a>
          </h3>
          {product.event && <EventLine event={product.event} className={styles.event} />}
          <p className={styles.description}>{truncate(product.description)}</p>
          <div className={styles.footer}>
            <Price dollars={product.price} className={styles.price} />
            <CardButton product={product} onOpen={onOpen} onAdd={onAdd} />
          </div>
        </div>
      </article>
    </div>
  );
});

/** A placeholder of the size of a product card, while the products are being loaded. */
export function ProductSkeleton({ row = false }: { row?: boolean }) {
  return (
    <div
      className={cx(styles.container, styles.skeleton, row && styles.row, row && styles.skeletonRow)}
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
          <div className={styles.footer}>
            <Skeleton className={styles.skeletonPrice} />
            <Skeleton className={styles.skeletonAction} />
          </div>
        </div>
      </div>
    </div>
  );
}
