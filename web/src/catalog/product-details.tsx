import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import { messages } from "../../../shared/messages.ts";
import { categoryLabel } from "../../../shared/site/categories.ts";
import { Badge } from "../ui/badge.tsx";
import { Price } from "../ui/price.tsx";
import { BackInStock } from "./lazy-back-in-stock.tsx";
import { EventFactsList } from "./lazy-event-facts.tsx";
import { ProductExtras } from "./lazy-product-extras.tsx";
import styles from "./product-details.module.css";
import type { ProductExtrasProps } from "./product-extras.tsx";
import { ProductGallery } from "./product-gallery.tsx";
import { StockMessage } from "./stock-badge.tsx";
import type { ProductChoice } from "./use-product-choice.ts";
import { VariantPicker } from "./variant-picker.tsx";

/**
 * When the product replaces another one in an open dialog, scrolls to the top, and moves the focus to the name: the link
 * that had the focus is gone. React mounts the details again for each product, because their key is the
 * product's id. Returns the name's ref.
 */
function useFocusOnReplace(): RefObject<HTMLHeadingElement | null> {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A dialog that is just opening, or is open in the prerendered HTML, is not modal yet: the product replaces no other one.
    if (!ref.current?.closest("dialog:modal")) return;
    ref.current.focus();
    ref.current.closest("[data-dialog-body]")?.scrollTo({ top: 0, behavior: "instant" });
  }, []);
  return ref;
}

type ProductDetailsProps = ProductExtrasProps & { choice: ProductChoice };

export function ProductDetails({ product, choice, ...extras }: ProductDetailsProps) {
  const { selection, salesEnded, traitToChoose, soldOutValue, stock, variant } = choice;
  const nameRef = useFocusOnReplace();
  return (
    <div className={styles.layout}>
      <ProductGallery
        product={product}
        color={selection.color}
        onChooseColor={(color) => choice.choose("color", color)}
      />
      <div className={styles.text}>
        <div className={styles.head}>
          <p className={styles.category}>{categoryLabel(product.category)}</p>
          <h2 ref={nameRef} tabIndex={-1} className={styles.name}>
            {product.name}
          </h2>
          <p className={styles.priceRow}>
            <Price dollars={product.price} className={styles.price} />
            <span role="status">
              {soldOutValue ? (
                <Badge tone="warn" icon="alert">
                  {messages.notAvailable(
                    soldOutValue,
                    traitToChoose === "size" ? selection.color : undefined,
                  )}
                </Badge>
              ) : (
                !salesEnded && <StockMessage stock={stock} isTotal={traitToChoose !== undefined} />
              )}
            </span>
          </p>
        </div>
        {product.event && <EventFactsList productId={product.id} event={product.event} />}
        <VariantPicker product={product} choice={choice} />
        {!salesEnded && <BackInStock product={product} variantId={variant?.id} />}
        <p className={styles.description}>{product.description}</p>
        {product.details.length > 0 && (
          <div>
            <h3 className={styles.heading}>Details</h3>
            <ul className={styles.details}>
              {product.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          </div>
        )}
        <ProductExtras product={product} {...extras} />
      </div>
    </div>
  );
}
