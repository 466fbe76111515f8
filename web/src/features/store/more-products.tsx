import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { observeInView } from "../../ui/observe-in-view.ts";
import styles from "./store-products.module.css";

/** More products are loaded when the end of the grid is nearer than this to the visible part of the page. */
const LOAD_MARGIN = "1200px";

type MoreProductsProps = {
  /** The number of products in the grid. */
  shownCount: number;
  /** Must stay the same function at every render. */
  loadMore: () => void;
};

/** The end of a grid that has more products: loads them when the visitor comes near, or presses the button. */
export function MoreProducts({ shownCount, loadMore }: MoreProductsProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return observeInView(
      element,
      (isNear) => {
        if (isNear) loadMore();
      },
      { rootMargin: LOAD_MARGIN },
    );
    // After more products were loaded, the end of the grid may still be near: the observer must report it again.
  }, [shownCount, loadMore]);
  return (
    <div ref={ref} className={styles.more}>
      <Button variant="secondary" onClick={loadMore}>
        Show More Products
      </Button>
    </div>
  );
}
