import type { FocusEvent, PointerEvent, ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import type { Product } from "../../../shared/product.ts";
import { announce } from "../ui/announce.ts";
import { cx } from "../ui/class-names.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { prefersReducedMotion } from "../ui/use-reduced-motion.ts";
import { ProductCard, ProductSkeleton } from "./product-card.tsx";
import styles from "./product-carousel.module.css";
import { useAutoplay, useCarousel } from "./use-carousel.ts";

type ProductCarouselProps = {
  /** Undefined while loading. */
  products: readonly Product[] | undefined;
  /**
   * The number of cards for a page wider than 1376 px, 998 px, 768 px, and narrower: 'four' is 4, 3, 2, 1;
   * 'three' is 3, 2, 1, 1.
   */
  maxCards: "four" | "three";
  headingId: string;
  /** The heading, with the id `headingId`, and the text below it. */
  children: ReactNode;
  /** `onOpen` and `onAdd` must stay the same functions at every render, as for `ProductCard`. */
  onOpen: (product: Product) => void;
  onAdd: (product: Product) => void;
};

const SIZES = {
  four: "(width > 1376px) 292px, (width > 998px) 390px, (width > 768px) 460px, 340px",
  three: "(width > 1376px) 200px, (width > 998px) 25vw, 46vw",
};

/** A pointer that moves less while it is pressed has clicked, and has not dragged the cards. */
const DRAG_PX = 10;

/**
 * An endless carousel with autoplay. Buttons beside the heading pause it and move it back and forward. A drag moves it too, and
 * stops the autoplay.
 */
export function ProductCarousel(props: ProductCarouselProps) {
  const { products, maxCards, headingId, children, onOpen, onAdd } = props;
  const productCount = products?.length ?? 0;
  const { ref, api } = useCarousel(productCount);
  const [isHovered, setHovered] = useState(false);
  const { isPlaying, stop, toggle } = useAutoplay(api, isHovered);
  const isRow = maxCards === "three";

  /** The moves that the visitor asked for before the carousel's code was loaded. */
  const earlyMoves = useRef<(1 | -1)[]>([]);
  const move = (step: 1 | -1) => {
    if (!api) return void earlyMoves.current.push(step);
    const skipAnimation = prefersReducedMotion();
    if (step === 1) api.scrollNext(skipAnimation);
    else api.scrollPrev(skipAnimation);
    const firstProduct = products?.[api.selectedScrollSnap()];
    if (firstProduct) announce(`${firstProduct.name}, ${api.selectedScrollSnap() + 1} of ${productCount}`);
  };
  // Runs after each render, because `move` is new at each render. After the first run with `api`, the list is empty.
  useEffect(() => {
    if (api) earlyMoves.current.splice(0).forEach(move);
  });
  const stopOnButtonFocus = (event: FocusEvent) => {
    if (event.target.matches(":focus-visible")) stop();
  };
  /** Where the pointer was pressed, in px; undefined while it is not pressed. */
  const pressedX = useRef<number>(undefined);
  const stopAfterDrag = ({ clientX }: PointerEvent) => {
    if (pressedX.current !== undefined && Math.abs(clientX - pressedX.current) > DRAG_PX) stop();
    pressedX.current = undefined;
  };
  const forgetPress = () => {
    pressedX.current = undefined;
  };
  /**
   * Stops the autoplay when the keyboard moves the focus to a card. The autoplay continues if a click moves the focus, or if
   * a dialog closes and returns the focus.
   */
  const stopOnCardFocus = ({ relatedTarget }: FocusEvent) => {
    if (pressedX.current === undefined && !relatedTarget?.closest("dialog")) stop();
  };

  return (
    <section
      aria-roledescription="carousel"
      aria-labelledby={headingId}
      className={cx(styles.carousel, styles[maxCards])}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      <div className={styles.head}>
        <div className={styles.heading}>{children}</div>
        <div role="group" aria-label="Carousel controls" className={styles.controls}>
          <IconButton
            outlined
            icon={isPlaying ? "pause" : "play"}
            iconSize={20}
            label={isPlaying ? "Pause carousel" : "Play carousel"}
            onClick={toggle}
          />
          <IconButton
            outlined
            icon="chevron-left"
            label="Previous products"
            onFocus={stopOnButtonFocus}
            onClick={() => move(-1)}
          />
          <IconButton
            outlined
            icon="chevron-right"
            label="Next products"
            onFocus={stopOnButtonFocus}
            onClick={() => move(1)}
          />
        </div>
      </div>
      {products ? (
        <div
          ref={ref}
          className={styles.viewport}
          onFocus={stopOnCardFocus}
          onPointerDown={({ clientX }) => (pressedX.current = clientX)}
          onPointerUp={stopAfterDrag}
          onPointerCancel={forgetPress}
          onPointerLeave={stopAfterDrag}
        >
          <ul className={styles.track}>
            {products.map((product) => (
              <li key={product.id} className={styles.slide}>
                <ProductCard
                  product={product}
                  onOpen={onOpen}
                  onAdd={onAdd}
                  sizes={SIZES[maxCards]}
                  row={isRow}
                />
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <div className={styles.viewport}>
          <div className={styles.track}>
            {[1, 2, 3, 4].map((slide) => (
              <div key={slide} className={styles.slide}>
                <ProductSkeleton row={isRow} />
              </div>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
