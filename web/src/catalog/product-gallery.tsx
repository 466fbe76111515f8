import { useState } from "react";
import type { Product } from "../../../shared/product.ts";
import { pictureAlt, pictureOf } from "../../../shared/product.ts";
import { cx } from "../ui/class-names.ts";
import { Icon } from "../ui/icon.tsx";
import { ProductImage } from "../ui/product-image.tsx";
import { choosableColor } from "./variant-choice.ts";
import styles from "./product-gallery.module.css";

type ProductGalleryProps = {
  product: Product;
  /** The chosen color. */
  color: string | undefined;
  onChooseColor: (color: string) => void;
};

/**
 * Shows one picture, at first that of the chosen color. A product with several pictures also has a button for
 * each picture; the button also chooses the picture's color. On a phone the picture leaves room for the pickers of
 * size and color. The button 'Large picture' shows the picture over the whole width.
 */
export function ProductGallery({ product, color, onChooseColor }: ProductGalleryProps) {
  const [pickedPicture, setPickedPicture] = useState<{ url: string; color: string | undefined }>();
  const [isLarge, setLarge] = useState(false);
  const pictureUrls = product.imageUrls.length > 0 ? product.imageUrls : [product.imageUrl];
  // A picture that the visitor picked stays until another color is chosen.
  const isPickedPictureShown =
    pickedPicture && pickedPicture.color === color && pictureUrls.includes(pickedPicture.url);
  const shownUrl = isPickedPictureShown ? pickedPicture.url : pictureOf(product, color);
  const shownIndex = pictureUrls.indexOf(shownUrl);
  const pick = (url: string) => {
    const pictureColor = choosableColor(product, url) ?? color;
    setPickedPicture({ url, color: pictureColor });
    if (pictureColor && pictureColor !== color) onChooseColor(pictureColor);
  };
  return (
    <div className={cx(styles.gallery, isLarge && styles.large)}>
      <ProductImage src={shownUrl} alt="" sizes="64px" className={styles.backdrop} />
      <div className={styles.main}>
        <ProductImage
          key={shownUrl}
          src={shownUrl}
          alt={pictureAlt(product, shownUrl) + (pictureUrls.length > 1 ? `, picture ${shownIndex + 1}` : "")}
          sizes="(width <= 768px) 100vw, 480px"
          eager
          className={styles.picture}
        />
        <button
          type="button"
          aria-label="Large picture"
          aria-pressed={isLarge}
          onClick={() => setLarge(!isLarge)}
          className={styles.toggle}
        >
          <Icon name={isLarge ? "minus" : "search"} size={16} />
        </button>
      </div>
      {pictureUrls.length > 1 && (
        <ul className={styles.thumbs}>
          {pictureUrls.map((url, index) => (
            <li key={url}>
              <button
                type="button"
                aria-label={`Picture ${index + 1} of ${pictureUrls.length}: ${pictureAlt(product, url)}`}
                aria-pressed={index === shownIndex}
                onClick={() => pick(url)}
                className={styles.thumb}
              >
                <ProductImage src={url} alt="" sizes="64px" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
