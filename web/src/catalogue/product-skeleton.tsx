import { Skeleton } from "../ui/skeleton.tsx";
import { cx } from "../ui/class-names.ts";
import card from "./product-card.module.css";
import styles from "./product-skeleton.module.css";

/** The outline of a product's card, as large as the card will be. */
export function ProductSkeleton({ row = false }: { row?: boolean }) {
  return (
    <div className={cx(card.place, styles.outline, row && card.row, row && styles.row)} aria-hidden="true">
      <div className={card.card}>
        <div className={card.media}>
          <Skeleton shape="square" className={styles.picture} />
        </div>
        <div className={card.body}>
          <Skeleton shape="short" className={styles.line} />
          <Skeleton className={cx(styles.line, styles.extra)} />
          <Skeleton className={cx(styles.line, styles.extra)} />
          <Skeleton shape="short" className={cx(styles.line, styles.extra)} />
          <div className={card.foot}>
            <Skeleton className={styles.price} />
            <Skeleton className={styles.action} />
          </div>
        </div>
      </div>
    </div>
  );
}
